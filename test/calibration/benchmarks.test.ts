import { describe, expect, test } from "vitest";
import { aloneOf, outcomeAlone } from "../../src/calibration/alone.ts";
import { readBenchmark } from "../../src/calibration/benchmarks/readBenchmark.ts";
import { calibrate } from "../../src/calibration/calibrate.ts";
import { changeable, placesOf } from "../../src/calibration/constants.ts";
import { readRuns } from "../../src/calibration/readRuns.ts";
import { scenarioReader } from "../../src/validation/programs/scenarioOf.ts";
import { rowOf } from "../../src/validation/rows/row.ts";
import { world } from "../validation/rows.ts";

const ranks = (nodes: number, perNode: number, device = "NVIDIA A100-SXM4-80GB"): string =>
  Array.from(
    { length: nodes * perNode },
    (_, rank) =>
      `#  Rank ${String(rank).padStart(2)} Group  0 Pid  4${rank} on  node00${Math.floor(rank / perNode)} device  ${rank % perNode} [0x19] ${device}`,
  ).join("\n");
const HEAD = `# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validate: 1 graph: 0
#
# Using devices
RANKS
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)`;

const output = (lines: readonly string[], nodes = 1, perNode = 8): string =>
  [HEAD.replace("RANKS", ranks(nodes, perNode)), ...lines, "# Out of bounds values : 0 OK"].join("\n");

const cellsOf = (text: string, file = "out.txt") => {
  const found = readBenchmark(text, file, {});
  if (!found || "problem" in found || found.kind !== "collectives")
    throw new Error(found && "problem" in found ? found.problem : "no collectives");
  return found.rows;
};

describe("outputs of nccl-tests", () => {
  const reduce =
    "  1073741824     268435456     float     sum      -1   8211.5   130.8   228.8      0   8190.1   131.1   229.4      0";

  test("an all-reduce by the ratio of its bandwidths", () => {
    expect(cellsOf(output([reduce]))).toEqual([
      expect.objectContaining({
        ...{ collective: "all_reduce", gpu: "NVIDIA A100-SXM4-80GB", n_gpus: "8", n_nodes: "1" },
        ...{ size_bytes: "1073741824", time_us: "8211.5" },
      }),
    ]);
  });

  test("lines behind mpirun's prefix, and N/A in place of a count", () => {
    const text = output([reduce.replaceAll("      0", "    N/A").replace("228.8", "245.3")], 2);
    const prefixed = text.split("\n").map((line) => `[1,0]<stdout>:${line}`);
    const [row] = cellsOf(prefixed.join("\n"));
    expect(row).toMatchObject({ n_gpus: "16", n_nodes: "2", time_us: "8211.5" });
  });

  test.each([
    [
      "with neither operation nor root",
      "  1048576  32768  float   61.2   17.1   15.0  0e+00   60.1   17.4   15.3  0e+00",
    ],
    ["with an operation", "  1048576  32768  float  none   61.2   17.1   15.0  0   60.1   17.4   15.3  0"],
    ["with both", "  1048576  32768  float  none  -1   61.2   17.1   15.0  0   60.1   17.4   15.3  0"],
  ])("lines %s", (_, line) => {
    expect(cellsOf(output([line]), "all_gather_perf.txt")[0]).toMatchObject({
      ...{ collective: "all_gather", time_us: "61.2" },
    });
  });

  test("the program's name counts before the file's", () => {
    const text = `# Collective test starting: alltoall_perf\n${output([reduce.replace("sum", "none")])}`;
    expect(cellsOf(text, "all_reduce.txt")[0]).toMatchObject({ collective: "all_to_all" });
  });

  test.each([
    ["no collective", output([reduce.replace("sum", "none")]), "out.txt", /name the file after the program/],
    ["no ranks", HEAD.replace("RANKS", "#"), "out.txt", /fewer than two ranks/],
    ["no times", output([]), "out.txt", /no line with a time/],
    [
      "two kinds of devices",
      output([reduce]).replace("A100-SXM4-80GB", "H100 80GB HBM3"),
      "out.txt",
      /2 kinds of devices/,
    ],
  ])("%s", (_, text, file, words) => {
    expect(readBenchmark(text, file, {})).toEqual({ problem: expect.stringMatching(words) });
  });

  test("a table is none of them", () => {
    expect(readBenchmark("id,gpu\na,b\n", "runs.csv", {})).toBeNull();
  });
});

describe("output of ib_write_bw", () => {
  const text = (unit: string, rate: number, link = "IB"): string =>
    ` Link type       : ${link}\n #bytes     #iterations    BW peak[${unit}/sec]    BW average[${unit}/sec]   MsgRate[Mpps]\n 65536      5000             ${rate + 0.3}            ${rate}             0.186712\n`;
  test.each([
    ["Gb", 97.85, "IB", "InfiniBand 100Gb/s per GPU"],
    ["Gb", 392.1, "Ethernet", "RoCE 400Gb/s per GPU"],
    ["MB", 23_300, "IB", "InfiniBand 200Gb/s per GPU"],
    ["MiB", 23_300, "IB", "InfiniBand 200Gb/s per GPU"],
  ])("in %s/s: %d over %s", (unit, rate, link, cell) => {
    expect(readBenchmark(text(unit, rate, link), "ib.txt", {})).toMatchObject({
      kind: "network",
      link: cell,
    });
  });
  test("without a line", () => {
    expect(readBenchmark(text("Gb", 97).split("\n").slice(0, 2).join("\n"), "ib.txt", {})).toHaveProperty(
      "problem",
    );
  });
});

describe("constants from what was measured alone", () => {
  /** Rows whose times the engine gives under other constants. */
  function measured(
    rows: readonly Readonly<Record<string, string>>[],
    constants: Readonly<Record<string, number>>,
  ) {
    const read = scenarioReader(world);
    return rows.map((cells) => {
      const found = aloneOf(rowOf(cells));
      if (typeof found === "string") throw new Error(found);
      const resolved = read(found.text, cells.id ?? "");
      if (resolved.kind === "problems") throw new Error(JSON.stringify(resolved.diagnostics));
      const scenario = changeable(resolved.scenario);
      for (const { path, holder, key } of placesOf(scenario)) {
        const value = constants[path];
        if (value !== undefined) holder[key] = value;
      }
      const { time, memory } = outcomeAlone(found.alone, scenario);
      if (memory) return rowOf({ ...cells, peak_mem_gb: String(memory.predicted / 2 ** 30) });
      const seconds = time?.predicted ?? Number.NaN;
      return rowOf({ ...cells, time_us: String(1e6 * seconds), time_ms: String(1e3 * seconds), tflops: "" });
    });
  }

  function fitted(rows: ReturnType<typeof measured>): Readonly<Record<string, number>> {
    const { runs, skipped } = readRuns(rows, world);
    expect(skipped).toEqual([]);
    const { constants } = calibrate(runs, { isFitted: () => true });
    return Object.fromEntries(constants.map(({ path, value }) => [path, value]));
  }

  const gpu = "NVIDIA A100-SXM4-80GB";
  const collectives = (nodes: number) =>
    ["all_reduce", "all_gather", "reduce_scatter"].flatMap((collective) =>
      [12, 16, 20, 24, 28, 30].map((power) => ({
        ...{
          id: `${collective}-${nodes}-${power}`,
          collective,
          gpu,
          n_gpus: String(8 * nodes),
          n_nodes: String(nodes),
        },
        ...{
          size_bytes: String(2 ** power),
          time_us: "1",
          link: nodes > 1 ? "8x HDR InfiniBand 200Gb/s" : "",
        },
      })),
    );

  test("of the links in a node", () => {
    const found = fitted(
      measured(collectives(1), { "cluster.scale_up.efficiency": 0.61, "cluster.scale_up.latency": 4e-6 }),
    );
    expect(found["cluster.scale_up.efficiency"]).toBeCloseTo(0.61, 1);
    expect((found["cluster.scale_up.latency"] ?? 0) / 4e-6).toBeGreaterThan(0.8);
    expect((found["cluster.scale_up.latency"] ?? 0) / 4e-6).toBeLessThan(1.25);
    expect(Object.keys(found).some((path) => path.startsWith("cluster.scale_out"))).toBe(false);
  });

  // Times over several nodes alone do not tell which of the two links is the slower one.
  test("of the links between nodes, beside those in a node", () => {
    const found = fitted(
      measured([...collectives(1), ...collectives(4)], { "cluster.scale_out.efficiency": 0.55 }),
    );
    expect(found["cluster.scale_out.efficiency"]).toBeCloseTo(0.55, 1);
  });

  test("of kernels, launches and the reserve", () => {
    const gemms = [1024, 2048, 4096, 8192].map((size) => ({
      ...{ id: `gemm-${size}`, kind: "gemm", dtype: "bf16", gpu, time_ms: "1" },
      ...{ m: String(size), n: String(size), k: String(size) },
    }));
    const streams = [10, 24, 28].map((power) => ({
      ...{ id: `gelu-${power}`, kind: "gelu", dtype: "bf16", gpu, m: String(2 ** power), time_ms: "1" },
    }));
    const reserve = { id: "reserve", kind: "reserve", dtype: "bf16", gpu, peak_mem_gb: "1" };
    const found = fitted(
      measured([...gemms, ...streams, reserve], {
        "cluster.device.gemm_efficiency": 0.7,
        "cluster.device.memory_efficiency": 0.66,
        "cluster.device.launch": 9e-6,
        "cluster.device.reserved": 2.2 * 2 ** 30,
      }),
    );
    // The prior holds each constant back a little: there are few measurements of each.
    expect(Math.abs((found["cluster.device.gemm_efficiency"] ?? 0) / 0.7 - 1)).toBeLessThan(0.03);
    expect(Math.abs((found["cluster.device.memory_efficiency"] ?? 0) / 0.66 - 1)).toBeLessThan(0.03);
    expect(Math.abs((found["cluster.device.launch"] ?? 0) / 9e-6 - 1)).toBeLessThan(0.03);
    expect(Math.abs((found["cluster.device.reserved"] ?? 0) / (2.2 * 2 ** 30) - 1)).toBeLessThan(0.03);
  });
});
