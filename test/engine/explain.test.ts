import { expect, test } from "vitest";
import type { Derivation } from "../../src/engine/core/derivation.ts";
import { estimate, explainModelParams, explainScenario, latex, outputs } from "../../src/engine/index.ts";
import { korthikanti } from "./support/scenarios.ts";

const scenario = {
  ...korthikanti({ sequenceParallel: true, zero: 1, tokens: 300e9 }),
  origins: { "plan.tp": { kind: "given", text: "8", file: "plan.dtp", line: 3 } as const },
};

function numbersOf() {
  const fast = estimate(scenario);
  const slow = explainScenario(scenario);
  if (!fast.ok || !slow.ok) throw new Error("refused");
  return { fast: fast.estimate, slow: slow.estimate };
}

test("every output has the same value as its derivation", () => {
  const { fast, slow } = numbersOf();
  for (const output of outputs) {
    if (output.kind === "number") {
      expect([output.path, output.read(slow)?.value ?? null]).toEqual([output.path, output.read(fast)]);
    }
  }
});

test("every derivation ends in inputs and sourced constants, and every formula has its inputs", () => {
  const { slow } = numbersOf();
  const seen = new Set<Derivation>();
  const walk = (d: Derivation): void => {
    if (seen.has(d)) return;
    seen.add(d);
    expect(Number.isFinite(d.value)).toBe(true);
    if (d.kind === "constant") expect(d.source).not.toBe("");
    if (d.kind !== "formula") return;
    expect(d.inputs.map((i) => i.symbol)).toEqual(d.formula.symbols.map((s) => s.symbol));
    expect(d.formula.source).not.toBe("");
    expect(latex(d.formula)).not.toMatch(/undefined/);
    for (const input of d.inputs) walk(input.derivation);
  };
  for (const output of outputs) {
    const value = output.kind === "number" ? output.read(slow) : null;
    if (value) walk(value);
  }
  const leaves = [...seen].filter((d) => d.kind === "input");
  expect(new Set(leaves.map((d) => d.kind === "input" && d.path))).toContain(
    "cluster.device.gemm_efficiency",
  );
  const tp = leaves.find((d) => d.kind === "input" && d.path === "plan.tp");
  expect(tp?.kind === "input" && tp.origin).toEqual({ kind: "given", text: "8", file: "plan.dtp", line: 3 });
});

test("a model's parameters explain themselves without a scenario", () => {
  const { params } = explainModelParams(scenario.model, {});
  expect(params.value.kind === "formula" && params.value.inputs.map((i) => i.derivation.value)).toEqual(
    params.parts.map((p) => p.value.value),
  );
});

test("output paths are unique", () => {
  expect(new Set(outputs.map((o) => o.path)).size).toBe(outputs.length);
});
