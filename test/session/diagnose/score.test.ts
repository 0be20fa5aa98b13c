import { beforeAll, describe, expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";
import { type LogFault, logOf, randomOf, type Step, type TraceFault, traceOf } from "./faults.ts";

/** Plan whose communication overlaps, so that a trace without overlap can be told. */
const PROGRAM = `${BASE}\nlet u = t with { plan.overlap = [dp, tp, pp] }\n`;
const s = memorySession();
cell(s, PROGRAM);
const number = (name: string): number => {
  const found = shown(s, `u.${name}`);
  return typeof found === "number" ? found : 0;
};
const STEP: Step = {
  seconds: number("step_time"),
  matmul: number("time.gemm") + number("time.recompute") + number("time.vocabulary"),
  attention: number("time.attention"),
  memoryBound: number("time.memory_bound"),
  optimizer: number("time.optimizer"),
  collectives: cell(s, "show u.comm").outputs[0]?.data as Step["collectives"],
};
const PEAK = number("memory.peak");

/** Causes that the doctor finds in a file of a run, the most expensive first. */
function causesIn(name: string, text: string): readonly string[] {
  const session = memorySession({ [name]: text });
  cell(session, `${PROGRAM}\nimport x from "./${name}"\n`);
  const result = cell(session, "diagnose x against u");
  expect(codes(result)).toEqual([]);
  const data = result.outputs[0]?.data as { readonly causes: readonly { readonly id: string }[] } | undefined;
  return (data?.causes ?? []).map(({ id }) => id);
}

/** A known fault of a trace, and the cause that the doctor should name. */
const traces: Readonly<Record<string, readonly [cause: string, fault: TraceFault]>> = {
  "launches slower than kernels": ["host-bound", { gap: (0.12 * STEP.seconds) / 7000 }],
  "a data loader that the step waits for": ["host-bound", { pause: 0.15 * STEP.seconds }],
  "collectives in the compute stream": ["no-overlap", { serial: true }],
  "a link at 40% of its rate": ["slow-collective", { call: () => ({ bytes: 1, seconds: 2.5 }) }],
  "one call in five waits for a late rank": [
    "slow-collective",
    { call: (at) => ({ bytes: 1, seconds: at % 5 === 0 ? 8 : 1 }) },
  ],
  "collectives in fp32": ["more-communication", { call: () => ({ bytes: 2, seconds: 2 }) }],
  "matmuls in TF32": [
    "single-precision",
    {
      kernels: (kind, one) =>
        kind === "matmul" ? [{ name: "ampere_s1688gemm_fp32_128x128_tn", seconds: 2 * one.seconds }] : [one],
    },
  ],
  "attention in separate kernels": [
    "unfused-attention",
    {
      kernels: (kind, one) =>
        kind === "attention"
          ? [
              { name: "ampere_bf16_s16816gemm_bf16_128x64_nn", seconds: one.seconds },
              { name: "softmax_warp_forward<c10::BFloat16>", seconds: 0.6 * one.seconds },
              { name: "vectorized_elementwise_kernel<4, MulFunctor>", seconds: 0.5 * one.seconds },
            ]
          : [one],
    },
  ],
  "clocks 20% lower": [
    "slow-matmuls",
    {
      kernels: (kind, one) => [{ ...one, seconds: kind === "matmul" ? 1.25 * one.seconds : one.seconds }],
    },
  ],
  "norms and activations in pieces": [
    "unfused-kernels",
    {
      kernels: (kind, one) =>
        kind === "memory_bound"
          ? new Array(5).fill({ name: "vectorized_elementwise_kernel<4>", seconds: one.seconds })
          : [one],
    },
  ],
  "an optimizer that loops over tensors": [
    "slow-optimizer",
    {
      kernels: (kind, one) =>
        kind === "optimizer"
          ? new Array(60).fill({ name: "multi_tensor_apply_kernel<AdamFunctor>", seconds: one.seconds / 4 })
          : [one],
    },
  ],
  "copies to the host": [
    "copies",
    {
      extra: {
        name: "Memcpy DtoH (Device -> Pageable)",
        category: "gpu_memcpy",
        seconds: 0.08 * STEP.seconds,
      },
    },
  ],
  "an operator of the user's": [
    "unknown-kernels",
    { extra: { name: "zorblax_v2", category: "kernel", seconds: 0.12 * STEP.seconds } },
  ],
};

const irregular = randomOf(5);
const stalled = new Set(Array.from({ length: 6 }, () => 20 + Math.floor(170 * irregular())));

/** A known fault of a log, and the cause that the doctor should name. */
const logs: Readonly<Record<string, readonly [cause: string, fault: LogFault]>> = {
  "a device that throttles from iteration 120 on": ["level-shift", { time: (at) => (at >= 120 ? 1.18 : 1) }],
  "a pause every 40 iterations": ["stalls", { time: (at) => (at % 40 === 0 ? 3 : 1) }],
  "storage that hangs now and then": ["stalls", { time: (at) => (stalled.has(at) ? 2.5 : 1) }],
  "an evaluation every 50 iterations": [
    "evaluations",
    {
      time: (at) => (at % 50 === 1 && at > 1 ? 4 : 1),
      line: (at) =>
        at % 50 === 1 && at > 1 ? ` validation loss at iteration ${at - 1} | lm loss value: 2.4 |` : null,
    },
  ],
  "a checkpoint that blocks": [
    "checkpoints",
    {
      time: (at) => (at % 50 === 1 && at > 1 ? 5 : 1),
      line: (at) =>
        at % 50 === 1 && at > 1 ? `  successfully saved checkpoint from iteration ${at - 1}` : null,
    },
  ],
  "two crashes": ["restarts", { starts: [70, 140] }],
  "experts of uneven loads": ["varying-steps", { time: (_, random) => 1 + 0.3 * random() }],
  "another global batch": ["other-settings", { batch: 128 }],
  "another tensor-parallel degree": ["other-settings", { args: { tensor_model_parallel_size: 4 } }],
  "an allocator at the device's limit": ["memory-full", { reserved: 83.5e9 / PEAK }],
  "memory of 25% more": ["memory-above", { reserved: 1.25 }],
  "every step at twice the speed": ["fast-throughout", { time: () => 0.5 }],
  "every step at 60% of the speed": ["slow-throughout", { time: () => 1.6 }],
};

/** Result of one fault and of its healthy twin, which differs only by the fault. */
interface Judged {
  readonly name: string;
  readonly cause: string;
  readonly found: readonly string[];
  readonly twin: readonly string[];
}

const judged: Judged[] = [];
beforeAll(() => {
  for (const [at, [name, [cause, fault]]] of Object.entries(traces).entries()) {
    const found = causesIn("trace.json", traceOf(STEP, 100 + at, fault));
    judged.push({ name, cause, found, twin: causesIn("trace.json", traceOf(STEP, 100 + at)) });
  }
  for (const [at, [name, [cause, fault]]] of Object.entries(logs).entries()) {
    const found = causesIn("a.log", logOf(STEP.seconds, PEAK, 200 + at, fault));
    judged.push({ name, cause, found, twin: causesIn("a.log", logOf(STEP.seconds, PEAK, 200 + at)) });
  }
}, 120_000);

describe("the doctor, by faults that are known", () => {
  test("names at least nine in ten, among at most three causes", () => {
    const named = judged.filter(({ cause, found }) => found.includes(cause) && found.length <= 3);
    const first = judged.filter(({ cause, found }) => found[0] === cause);
    const missed = judged.filter((one) => !named.includes(one));
    console.log(
      [
        `The doctor names ${named.length} of ${judged.length} known faults, ${first.length} of them as the first cause.`,
        ...judged.map(
          ({ name, cause, found }) => `  ${name}: ${cause}; found ${found.join(", ") || "nothing"}`,
        ),
      ].join("\n"),
    );
    expect(judged.length).toBeGreaterThanOrEqual(20);
    expect(named.length / judged.length, missed.map(({ name }) => name).join("; ")).toBeGreaterThanOrEqual(
      0.9,
    );
  });

  test("raises no alarm on a healthy twin", () => {
    expect(judged.filter(({ twin }) => twin.length > 0)).toEqual([]);
  });
});
