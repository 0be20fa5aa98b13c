import { describe, expect, test } from "vitest";
import { tagRow } from "../../src/dsl/schema/index.ts";
import { timeParts } from "../../src/engine/trainingStep/step/timeOutputs.ts";
import { toText } from "../../src/report/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const BASE = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  framework = megatron_core
  tp = 2
  zero = 1
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 256 sequences
  tokens = 1T tokens
}
let t = llama3_8b on (dgx_h100 with { nodes = 8, price = $2/GPU-hour }) with p
let fast = t with { time.dp = 1 ms }
`;

function session(text = "") {
  const made = memorySession();
  return { made, result: cell(made, `${BASE}\n${text}`) };
}
const number = (made: ReturnType<typeof memorySession>, expr: string): number => shown(made, expr) as number;

describe("a part of the step's time that is set", () => {
  test("replaces the engine's, and all that follows from the step follows", () => {
    const { made, result } = session();
    expect(codes(result)).toEqual([]);
    expect(number(made, "fast.time.dp")).toBeCloseTo(1e-3, 12);
    const saved = number(made, "t.time.dp") - 1e-3;
    expect(number(made, "t.step_time - fast.step_time")).toBeCloseTo(saved, 10);
    expect(number(made, "t.time.communication - fast.time.communication")).toBeCloseTo(saved, 10);
    const ratio = number(made, "t.step_time / fast.step_time");
    for (const expr of ["fast.mfu / t.mfu", "t.cost / fast.cost", "t.time_to_train / fast.time_to_train"])
      expect(number(made, expr)).toBeCloseTo(ratio, 9);
    expect(number(made, "fast.memory.peak / t.memory.peak")).toBe(1);
  });

  test("with several parts, in a plan, and one that the step does not have by itself", () => {
    const { made, result } = session(`plan q = p with { time.bubble = 5 ms, time.gemm = 1 s, time.dp = 0 s }
let u = t with q
let direct = t with { plan.time = step_times(stragglers = 7 ms) }`);
    expect(codes(result)).toEqual([]);
    expect(number(made, "u.time.bubble")).toBeCloseTo(5e-3, 12);
    expect(number(made, "u.time.gemm")).toBe(1);
    expect(number(made, "u.time.compute - t.time.compute")).toBeCloseTo(1 - number(made, "t.time.gemm"), 10);
    expect(number(made, "u.time.dp")).toBe(0);
    expect(number(made, "direct.step_time - t.step_time")).toBeCloseTo(7e-3, 10);
  });

  test("follows in a sweep over the machine and over the number itself, row by row as alone", () => {
    const { made, result } =
      session(`sweep s = fast for cluster.scale_out.nic in range(100 Gb/s, 400 Gb/s, step = 1 Gb/s)
sweep v = t for plan.time.dp in range(1 ms, 300 ms, step = 1 ms)
let one = fast with { cluster.scale_out.nic = 173 Gb/s }
let two = t with { time.dp = 137 ms }`);
    expect(codes(result)).toEqual([]);
    const times = shown(made, "s.step_time") as readonly { value: number }[];
    expect(times).toHaveLength(301);
    expect(times[73]?.value).toBe(number(made, "one.step_time"));
    const own = shown(made, "v.step_time") as readonly { value: number }[];
    expect(own[136]?.value).toBe(number(made, "two.step_time"));
  });

  test("is said where it is shown and where it is explained, with what it was", () => {
    const { result } = session("show fast.time\nexplain fast.time.dp\nshow fast");
    const [table, tree, page] = result.outputs.map(({ document }) => toText(document));
    expect(table).toContain("as set");
    expect(page).toContain("as set");
    expect(tree).toContain("overridden by the plan");
    expect(tree).toMatch(/plan.time.dp\) = 1 ms {2}\[given 1 ms/);
    expect(tree).toMatch(/does not count = [\d.]+ m?s/);
  });
});

describe("what is refused", () => {
  test("sums and unknown parts, with the nearest", () => {
    const help = (text: string) =>
      session(text).result.diagnostics.map(({ code, help }) => `${code}: ${help}`);
    expect(help("let u = t with { time.compute = 1 s }\nshow u.step_time")[0]).toMatch(
      /^unknown-argument: `compute` is a sum: set `gemm`, `attention`/,
    );
    expect(help("let u = t with { time.optimiser = 1 s }\nshow u.step_time").join()).toContain("optimizer");
    expect(help("let u = t with { time.dp = 1 GiB }\nshow u.step_time")[0]).toMatch(/^wrong-unit/);
  });

  test("a search over all plans, whose bounds would not hold; one over a list is estimated", () => {
    const { result } = session("search best = fast minimize step_time");
    expect(result.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "not-modelled: a search over all plans that sets `time.dp` is not modelled",
    ]);
    const { made, result: listed } = session(
      "search best = fast for plan.micro_batch in [1, 2] minimize step_time",
    );
    expect(codes(listed)).toEqual([]);
    expect(number(made, "first(best).step_time / fast.step_time")).toBeLessThanOrEqual(1);
  });
});

test("every part that can be set is a part of a step, and no sum", () => {
  const parts = new Set(timeParts.map(([name]) => name));
  for (const { name } of tagRow("step_times")?.fields ?? []) expect(parts).toContain(name);
  expect(tagRow("step_times")?.fields.map(({ name }) => name)).not.toContain("compute");
});
