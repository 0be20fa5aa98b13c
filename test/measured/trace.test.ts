import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readTrace, type TraceSummary } from "../../src/measured/index.ts";
import { JsonItems } from "../../src/measured/json/jsonItems.ts";
import { collectiveOp, elementBytes, kernelKind } from "../../src/measured/kernels/kernelKinds.ts";
import { isTraceFile, traceText } from "../../src/measured/trace/traceText.ts";

const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "samples", name));

/** Bytes in chunks of a size. */
function* inChunks(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(bytes: Uint8Array, size = 1 << 16): TraceSummary {
  const found = readTrace(traceText(inChunks(bytes, size)));
  if ("problem" in found) throw new Error(found.problem);
  return found;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const part = ({ parts }: TraceSummary, kind: string) => parts.find((one) => one.kind === kind);

/** Event of a kernel on a stream, times in µs. */
const kernel = (name: string, ts: number, dur: number, stream: number, args: object = {}): object => ({
  ...{ ph: "X", cat: "kernel", name, pid: 0, tid: stream, ts, dur },
  args: { device: 0, stream, ...args },
});
const step = (number: number, ts: number, dur: number): object => ({
  ...{ ph: "X", cat: "user_annotation", name: `ProfilerStep#${number}`, pid: 1, tid: 1, ts, dur, args: {} },
});
const trace = (...events: readonly object[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ schemaVersion: 1, traceEvents: events, traceName: 'a "b" {c' }));

describe("a made-up trace", () => {
  const bytes = trace(
    step(3, 1000, 1000),
    step(4, 2000, 1000),
    // In each step: a matmul of 400 µs, an all-reduce of 300 µs that begins 100 µs before its end, 300 µs of nothing.
    ...[1000, 2000].flatMap((at) => [
      kernel("sm90_xmma_gemm_bf16", at, 400, 7),
      kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", at + 300, 300, 20, {
        ...{ "Collective name": "allreduce", "In msg nelems": 1_000_000, "Out msg nelems": 1_000_000 },
        ...{ dtype: "BFloat16", "Group size": 8, "Process Group Description": "mesh_dp" },
      }),
      kernel("my_secret_thing", at + 600, 50, 7),
    ]),
    kernel("sm90_xmma_gemm_bf16", 5000, 400, 7),
  );

  test("parts add up to the step; hidden and exposed communication are told from one another", () => {
    const found = read(bytes);
    expect(found.steps).toEqual([
      { number: 3, seconds: 1e-3 },
      { number: 4, seconds: 1e-3 },
    ]);
    expect(found.seconds).toBeCloseTo(1e-3, 12);
    expect(sum(found.parts.map(({ seconds }) => seconds))).toBeCloseTo(1e-3, 12);
    expect(part(found, "matmul")?.seconds).toBeCloseTo(400e-6, 12);
    expect(part(found, "communication")?.seconds).toBeCloseTo(200e-6, 12);
    expect(part(found, "communication")?.busy).toBeCloseTo(300e-6, 12);
    expect(part(found, "unknown")?.seconds).toBeCloseTo(50e-6, 12);
    expect(part(found, "idle")?.seconds).toBeCloseTo(350e-6, 12);
  });

  test("the median step has bars over time, a lane for what runs at once", () => {
    const { step, seconds, bars } = read(bytes).timeline;
    expect([step, seconds]).toEqual([3, 1e-3]);
    expect(bars.map(({ lane, kind }) => `${lane} ${kind}`)).toEqual([
      "computation matmul",
      "computation unknown",
      "communication communication",
    ]);
    const times = bars.flatMap(({ start, end, busy }) => [start, end, busy]);
    for (const [at, wanted] of [0, 400e-6, 1, 600e-6, 650e-6, 1, 300e-6, 600e-6, 1].entries())
      expect(times[at]).toBeCloseTo(wanted, 9);
  });

  test("bars of thousands of kernels are few, and keep the time that kernels run", () => {
    const many = Array.from({ length: 20_000 }, (_, at) =>
      kernel(at % 3 === 0 ? "sm90_xmma_gemm_bf16" : "vectorized_elementwise_kernel", at, 0.6, 7),
    );
    const { bars, seconds } = read(trace(step(1, 0, 20_000), ...many)).timeline;
    expect(bars.length).toBeLessThan(500);
    expect(sum(bars.map(({ start, end, busy }) => busy * (end - start)))).toBeCloseTo(0.6 * seconds, 6);
  });

  test("collectives have a group, a size and a time", () => {
    const [only, ...others] = read(bytes).collectives;
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      op: "all_reduce",
      group: "mesh_dp",
      groupSize: 8,
      bytes: 2_000_000,
      count: 1,
    });
    expect(only?.seconds).toBeCloseTo(300e-6, 12);
    expect(only?.exposed).toBeCloseTo(200e-6, 12);
  });

  test("kernels without a known part are listed", () => {
    expect(
      read(bytes)
        .kernels.filter(({ kind }) => kind === "unknown")
        .map(({ name }) => name),
    ).toEqual(["my_secret_thing"]);
  });

  test("sizes come from the operator's record where the kernel has none", () => {
    const found = read(
      trace(
        {
          ...{ ph: "X", cat: "cpu_op", name: "record_param_comms", ts: 0, dur: 1, pid: 1, tid: 1 },
          args: {
            "External id": 5,
            "Collective name": "_allgather_base",
            "Out msg nelems": 100,
            dtype: "Float",
          },
        },
        kernel("ncclKernel_AllGather_RING_LL_Sum_int8_t", 10, 20, 3, { "External id": 5 }),
      ),
    );
    expect(found.collectives[0]).toMatchObject({ op: "all_gather", bytes: 400 });
    expect(found.remarks.join(" ")).toContain("marks no steps");
  });

  test("is the same in chunks of any size, and compressed", () => {
    const whole = read(bytes);
    for (const size of [1, 2, 3, 7, 64, 1000]) expect(read(bytes, size)).toEqual(whole);
    expect(read(gzipSync(bytes), 100)).toEqual(whole);
  });

  test("a file that was cut off says so; other files have a problem", () => {
    expect(read(bytes.slice(0, -60)).remarks.join(" ")).toContain("cut off");
    const problem = (one: Uint8Array): unknown => readTrace(traceText([one]));
    expect(problem(trace())).toHaveProperty("problem");
    expect(problem(new Uint8Array())).toHaveProperty("problem");
    expect(problem(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255]))).toHaveProperty("problem");
    expect(problem(new TextEncoder().encode('[1, {"a": ]}}'))).toHaveProperty("problem");
  });
});

describe("real traces", () => {
  test("two A100s: sizes of all-reduces, mostly waiting for the host", () => {
    const found = read(sample("kineto-a100-allreduce.json.gz"));
    expect(found).toMatchObject({ device: "NVIDIA A100-PG509-200", rank: 0, worldSize: 2, remarks: [] });
    expect(found.steps.map(({ number }) => number)).toEqual([4, 5]);
    expect(sum(found.parts.map(({ seconds }) => seconds))).toBeCloseTo(found.seconds, 9);
    expect(found.collectives[0]).toMatchObject({
      op: "all_reduce",
      group: "default_pg",
      groupSize: 2,
      count: 5,
    });
    // ResNet-50 has 25.6 million parameters of 4 bytes, reduced in five buckets.
    expect((found.collectives[0]?.bytes ?? 0) * 5).toBeCloseTo(102.2e6, -6);
    expect((part(found, "idle")?.seconds ?? 0) / found.seconds).toBeGreaterThan(0.7);
    expect(part(found, "unknown")).toBeUndefined();
  });

  test("an older trace has no sizes of collectives", () => {
    const found = read(sample("kineto-a100-world128.json.gz"));
    expect(found.worldSize).toBe(128);
    expect(found.collectives).toHaveLength(1);
    expect(found.collectives[0]).toMatchObject({ op: "send_recv", bytes: null });
    expect(found.remarks.join(" ")).toContain("no sizes");
    expect(found.kernels.filter(({ kind }) => kind === "unknown")).toHaveLength(1);
  });

  test("an MI250", () => {
    const found = read(sample("kineto-mi250.json.gz"));
    expect(part(found, "matmul")?.seconds).toBeGreaterThan(0);
    expect(part(found, "unknown")).toBeUndefined();
  });
});

test("kernels by their names", () => {
  const kinds = {
    ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL: "communication",
    nvjet_hsh_256x128_64x4_1x2_h_bz_coopA_NTT: "matmul",
    sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64: "matmul",
    "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128>>": "attention",
    cudnn_generated_fort_native_sdpa_sm90_flash_bprop: "attention",
    "void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor<float>>": "optimizer",
    "void transformer_engine::normalization::rmsnorm_fwd_tuned_kernel": "memory_bound",
    triton_poi_fused_silu_mul_3: "memory_bound",
    Cijk_Alik_Bljk_BBS_BH_MT128x128x64: "matmul",
    zorblax: "unknown",
  };
  for (const [name, kind] of Object.entries(kinds)) expect([name, kernelKind(name)]).toEqual([name, kind]);
  expect(collectiveOp("alltoall_base", "")).toBe("all_to_all");
  expect(collectiveOp("_reduce_scatter_base", "")).toBe("reduce_scatter");
  expect(["Float", "BFloat16", "Half", "Float8_e4m3fn", "Long"].map(elementBytes)).toEqual([4, 2, 2, 1, 8]);
});

test("a JSON object is split with any bytes in its texts", () => {
  const value = {
    a: [1, { traceEvents: [{}] }],
    traceEvents: [{ x: '"}]\\' }, { y: { z: ["{", []] } }],
    b: 'é\\"',
  };
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  for (const size of [1, 2, 5, 100]) {
    const items: unknown[] = [];
    const members: unknown[] = [];
    const reader = new JsonItems("traceEvents", {
      item: (text) => items.push(JSON.parse(text)),
      member: (name, text) => members.push([name, JSON.parse(text)]),
    });
    for (const chunk of inChunks(bytes, size)) reader.push(chunk.slice());
    expect(items).toEqual(value.traceEvents);
    expect(members).toEqual([
      ["a", value.a],
      ["b", value.b],
    ]);
    expect(reader.isWhole).toBe(true);
  }
});

test("names of traces", () => {
  const names = ["rank0.pt.trace.json.gz", "rank0.pt.trace.json", "x.json.gz", "trace_0.json", "kineto.json"];
  expect(names.map(isTraceFile)).toEqual(names.map(() => true));
  expect(["config.json", "runs.csv", "trace.dtp"].map(isTraceFile)).toEqual([false, false, false]);
});
