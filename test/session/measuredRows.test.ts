import { describe, expect, test } from "vitest";
import type { Output } from "../../src/session/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

const RUNS = [
  "recompute,nodes,step [s]",
  "none,8,30",
  "full,8,40",
  "full,16,21",
  "full,16,19",
  "none,32,",
].join("\n");

/** Session with the measured rows `runs` and a scenario `t`. */
function session() {
  const s = memorySession({ "runs.csv": RUNS });
  expect(codes(cell(s, 'import runs from "./runs.csv"\n'))).toEqual([]);
  return s;
}

const rowsOf = ([output]: readonly Output[]): unknown =>
  (output?.data as { readonly rows?: unknown } | undefined)?.rows;

describe("a sweep over measured rows", () => {
  test("leaves out rows, adds columns, and keeps the first rows of each value", () => {
    const s = session();
    const { outputs, diagnostics } = cell(
      s,
      `sweep good = runs
  where step < 60 s
  derive node_time = step * nodes
  derive typical = mean(step, per = recompute)
  derive n = length(step, per = recompute)
sweep each = good keep 1 per recompute
show good
show each { recompute, n, typical }`,
    );
    expect(diagnostics).toEqual([]);
    expect(rowsOf(outputs)).toEqual([
      ["none", 8, 30, 240, 30, 1],
      ["full", 8, 40, 320, 80 / 3, 3],
      ["full", 16, 21, 336, 80 / 3, 3],
      ["full", 16, 19, 304, 80 / 3, 3],
    ]);
    expect(rowsOf(outputs.slice(1))).toEqual([
      ["none", 1, 30],
      ["full", 3, 80 / 3],
    ]);
  });

  test("orders rows by an objective", () => {
    const { outputs } = cell(
      session(),
      "sweep quickest = runs where step < 60 s minimize step keep 2\nshow quickest",
    );
    expect(rowsOf(outputs)).toEqual([
      ["full", 16, 19],
      ["full", 16, 21],
    ]);
  });

  test("has nothing to vary or to search", () => {
    const s = session();
    expect(codes(cell(s, "sweep a = runs for plan.tp in [1, 2]"))).toEqual(["not-a-scenario"]);
    expect(codes(cell(s, "search b = runs minimize step"))).toEqual(["wrong-type"]);
  });
});

describe("lookup", () => {
  test("joins measured values to estimated rows, and a row without one is blank in arithmetic too", () => {
    const { outputs, diagnostics } = cell(
      session(),
      `${BASE}
sweep both = t with { plan.dp = fill }
  for plan.recompute in [none, full]
  for cluster.nodes in [8, 32]
  derive measured = lookup(runs, step, recompute == plan.recompute, nodes == cluster.nodes)
  derive error = measured / 10 s - 1
show both { plan.recompute, cluster.nodes, measured, error as % }`,
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(rowsOf(outputs)).toEqual([
      ["none", 8, 30, 2],
      ["none", 32, null, null],
      ["full", 8, 40, 3],
      ["full", 32, null, null],
    ]);
  });

  test("takes any condition", () => {
    expect(shown(session(), "lookup(runs, step * nodes, nodes > 8, step < 20 s)")).toBe(304);
  });

  test("several rows with different values are a mistake that says how many", () => {
    const { diagnostics } = cell(session(), 'show lookup(runs, step, nodes == 16, recompute == "full")');
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["wrong-type", "`lookup` in `runs` wants one row, not 2 rows with different values"],
    ]);
  });

  test("wants a table, a value and a condition", () => {
    expect(shown(session(), "lookup(runs, step)")).toEqual(["missing-argument"]);
    expect(shown(session(), "lookup(3, 4, true)")).toEqual(["wrong-type"]);
    expect(shown(session(), "lookup(runs, step, nodes == 2, per = nodes)")).toEqual(["unknown-argument"]);
  });
});

describe("statistics", () => {
  test("mean, median and quantile of a list skip blanks", () => {
    const s = session();
    expect(shown(s, "mean(runs.step)")).toBe(27.5);
    expect(shown(s, "median(runs.step)")).toBe(25.5);
    expect(shown(s, "quantile(runs.step, 0%)")).toBe(19);
    expect(shown(s, "quantile([1, 2, 3, 4, 5], 90%)")).toBeCloseTo(4.6, 12);
    expect(shown(s, "quantile(runs.step, 2)")).toEqual(["out-of-range"]);
    expect(shown(s, "mean([1 s, 2 GB])")).toEqual(["dimension-mismatch"]);
    expect(shown(s, "mean(runs.step, per = runs.nodes)")).toEqual(["wrong-type"]);
  });
});
