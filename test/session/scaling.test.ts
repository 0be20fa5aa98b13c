/** Clause `scaling`: efficiencies of each series from its own first row. */
import { describe, expect, test } from "vitest";
import type { Output } from "../../src/session/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const rowsOf = ([output]: readonly Output[]): readonly (readonly number[])[] =>
  (output?.data as { readonly rows?: readonly (readonly number[])[] } | undefined)?.rows ?? [];

const errorsOf = (clauses: string) =>
  cell(memorySession(), `${BASE}\nsweep s = t with { plan.dp = fill } ${clauses}\nshow s`).diagnostics.filter(
    ({ severity }) => severity === "error",
  );

describe("scaling", () => {
  test("strong: of each series relative to its own first row", () => {
    const { outputs, diagnostics } = cell(
      memorySession(),
      `${BASE}
sweep s = t with { plan.dp = fill }
  for plan.recompute in [none, full]
  for cluster.nodes in [8, 16, 32]
  scaling strong
  derive again = first(step_time * cluster.devices, per = plan.recompute) / (step_time * cluster.devices)
show s { efficiency, again }`,
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const rows = rowsOf(outputs);
    expect(rows).toHaveLength(6);
    for (const [efficiency, again] of rows) expect(efficiency).toBeCloseTo(again ?? 0, 12);
    expect(rows[0]?.[0]).toBe(1);
    expect(rows[3]?.[0]).toBe(1);
    expect(rows[5]?.[0]).toBeLessThan(1);
  });

  test("weak: the batch grows with the devices, from the base's batch per device", () => {
    const { outputs, diagnostics } = cell(
      memorySession(),
      `${BASE}
sweep s = t with { plan.dp = fill } for cluster.nodes in [8, 16, 32] scaling weak
show s { n = plan.global_batch / cluster.devices, same = t.plan.global_batch / t.cluster.devices, again = first(step_time) / step_time, efficiency }`,
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const rows = rowsOf(outputs);
    expect(rows).toHaveLength(3);
    for (const [each, same, again, efficiency] of rows) {
      expect(each).toBeCloseTo(same ?? 0, 12);
      expect(efficiency).toBeCloseTo(again ?? 0, 12);
      expect(efficiency).toBeGreaterThan(0.5);
    }
  });

  test("a batch that a `for` varies is the program's own", () => {
    const [mistake] = errorsOf(
      "for (cluster.nodes, plan.global_batch) in [[8, 512 sequences], [16, 512 sequences]] scaling weak",
    );
    expect(mistake?.message).toMatch(/wants a global batch in proportion to the devices/);
    const [other] = errorsOf(
      "for (cluster.nodes, plan.global_batch) in [[8, 512 sequences], [16, 1024 sequences]] scaling strong",
    );
    expect(other?.message).toMatch(/wants one global batch .* not 512 and 1024 sequences$/);
    expect(other?.help).toContain("scaling weak");
  });

  test("needs rows with different numbers of devices, and a kind that exists", () => {
    expect(errorsOf("for plan.recompute in [none, full] scaling strong").map(({ help }) => help)).toEqual([
      "add `for cluster.nodes in pow2(1, 64)`",
    ]);
    expect(errorsOf("for cluster.nodes in [8, 16] scaling strng").map(({ code }) => code)).toEqual([
      "unknown-argument",
    ]);
    expect(errorsOf("for cluster.nodes in [8, 8] scaling strong")[0]?.message).toMatch(
      /not 2 rows with \d+ devices$/,
    );
  });

  test("of a search: the best plan of each size", () => {
    const { outputs, diagnostics } = cell(
      memorySession(),
      `${BASE}
search s = t with { plan.dp = fill } for plan.recompute in [none, full] for cluster.nodes in [8, 16] minimize step_time keep 1 per cluster.nodes scaling strong
show s { efficiency }`,
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(rowsOf(outputs).map(([one]) => one)[0]).toBe(1);
    expect(rowsOf(outputs)).toHaveLength(2);
  });

  test("measured rows have no scenario to scale", () => {
    const s = memorySession({ "runs.csv": "n,step [s]\n1,2" });
    expect(codes(cell(s, 'import runs from "./runs.csv"\nsweep a = runs scaling strong'))).toEqual([
      "not-a-scenario",
    ]);
  });
});
