import { describe, expect, test } from "vitest";
import { tagRow } from "../../src/dsl/schema/index.ts";
import { memoryParts } from "../../src/engine/trainingStep/memory/memoryOutputs.ts";
import { toText } from "../../src/report/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const BASE = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  framework = megatron_core
  tp = 2
  pp = 2
  zero = 1
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 256 sequences
}
let t = llama3_8b on (dgx_h100 with { nodes = 8 }) with p
let small = t with { memory.activations = 12 GiB }
`;
const GIB = 2 ** 30;

function session(text = "") {
  const made = memorySession();
  return { made, result: cell(made, `${BASE}\n${text}`) };
}
const number = (made: ReturnType<typeof memorySession>, expr: string): number => shown(made, expr) as number;

describe("a part of a device's memory that is set", () => {
  test("replaces the engine's on every stage, and peak and fit follow", () => {
    const { made, result } = session(`
let bare = t with { memory.activations = 0 GiB, memory.logits = 0 GiB }
let huge = t with { memory.optimizer = 200 GiB }
let same = t with { memory.activations = none }`);
    expect(codes(result)).toEqual([]);
    expect(number(made, "small.memory.activations")).toBe(12 * GIB);
    // The peak of `t` is on its first stage; with equal activations, the stage with the logits is the fullest.
    const parts = ["weights", "gradients", "optimizer", "activations", "logits", "buffers", "reserved"];
    const sum = parts.map((name) => number(made, `small.memory.${name}`)).reduce((a, b) => a + b);
    expect(number(made, "small.memory.peak")).toBeCloseTo(sum, -2);
    expect(number(made, "small.memory.logits")).toBeGreaterThan(3 * GIB);
    expect(number(made, "t.memory.logits")).toBe(0);
    expect(number(made, "bare.memory.logits")).toBe(0);
    expect(number(made, "same.memory.peak")).toBe(number(made, "t.memory.peak"));
    expect(number(made, "small.step_time")).toBe(number(made, "t.step_time"));
    expect(number(made, "if huge.memory.fits == no then 1 else 0")).toBe(1);
    expect(number(made, "if t.memory.fits == yes then 1 else 0")).toBe(1);
  });

  test("reserved bytes that are set are all needed", () => {
    const { made, result } = session("let r = t with { plan.memory = memory_sizes(reserved = 6 GiB) }");
    expect(codes(result)).toEqual([]);
    expect(number(made, "r.memory.needed")).toBe(number(made, "r.memory.peak"));
    expect(number(made, "t.memory.needed")).toBeLessThan(number(made, "t.memory.peak"));
  });

  test("follows in a sweep over the number itself, row by row as alone", () => {
    const { made, result } =
      session(`sweep s = t for plan.memory.activations in range(1 GiB, 300 GiB, step = 1 GiB)
let one = t with { memory.activations = 137 GiB }`);
    expect(codes(result)).toEqual([]);
    const peaks = shown(made, "s.memory.peak") as readonly { value: number }[];
    expect(peaks).toHaveLength(300);
    expect(peaks[136]?.value).toBe(number(made, "one.memory.peak"));
  });

  test("is said where it is shown and where it is explained, with what it was", () => {
    const { result } = session(
      "show small.memory\nexplain small.memory.activations\nexplain small.memory.peak",
    );
    const [table, tree, peak] = result.outputs.map(({ document }) => toText(document));
    expect(table).toMatch(/as set[\s\S]*12\.00[\s\S]*12\.00/);
    expect(tree).toContain("overridden by the plan");
    expect(tree).toMatch(/plan.memory.activations\) = 12 GiB {2}\[given 12 GiB/);
    expect(tree).toMatch(/do not count = [\d.]+ GiB/);
    expect(peak).toContain("bytes that the plan sets");
  });

  test("a search over all plans takes it as set", () => {
    const { made, result } = session(`
let one = t with { cluster.nodes = 1, plan.global_batch = 16 sequences, memory.activations = 30 GiB, memory.optimizer = 1 GiB }
search best = one for plan in all minimize step_time
search some = one for plan.tp in [1, 2, 4, 8] for plan.micro_batch in [1, 2] minimize step_time`);
    expect(codes(result)).toEqual([]);
    expect(number(made, "first(best).memory.activations")).toBe(30 * GIB);
    expect(number(made, "first(best).step_time")).toBeLessThanOrEqual(number(made, "first(some).step_time"));
  });
});

test("sums, unknown parts and other units are refused, with the nearest", () => {
  const help = (path: string) =>
    session(`let u = t with { ${path} }\nshow u.memory.peak`).result.diagnostics.map(
      ({ code, help }) => `${code}: ${help}`,
    );
  expect(help("memory.peak = 3 GiB")[0]).toMatch(/^unknown-argument: `peak` is a sum: set `weights`, `grad/);
  expect(help("memory.activation = 3 GiB").join()).toContain("did you mean `activations`");
  expect(help("memory.weights = 3 s")[0]).toMatch(/^wrong-unit/);
  expect(help("memry.weights = 3 GiB").join()).toContain("did you mean `memory`");
});

test("every part of memory can be set, and no sum", () => {
  expect(tagRow("memory_sizes")?.fields.map(({ name }) => name)).toEqual(memoryParts.map(([name]) => name));
});
