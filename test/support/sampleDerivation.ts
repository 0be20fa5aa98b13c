import type { Derivation } from "../../src/engine/core/derivation.ts";
import type { FormulaInfo } from "../../src/engine/formulas/notation/formulaInfo.ts";

const layer: FormulaInfo = {
  name: "layerActivationBytes",
  result: "activation memory of one layer",
  unit: "B",
  expression: "s*b*h*(34 + 5*a*s/h)",
  symbols: [
    { symbol: "s", meaning: "sequence length", unit: "1" },
    { symbol: "b", meaning: "micro-batch", unit: "1" },
    { symbol: "h", meaning: "hidden size", unit: "1" },
    { symbol: "a", meaning: "attention heads", unit: "1" },
  ],
  source: "arXiv:2205.05198, eq. 1",
  assumes: "2-byte activations",
};

/**
 * Derivation of a maximum over two sums that share one layer's formula. It has every kind of node, and a
 * repeated one.
 */
export function sampleDerivation(): Derivation {
  const input = (path: string, value: number, line: number): Derivation => ({
    kind: "input",
    path,
    value,
    unit: "1",
    origin: { kind: "given", text: `${value}`, file: "gpt3.dtp", line },
  });
  const oneLayer: Derivation = {
    kind: "formula",
    formula: layer,
    value: 2_048 * 12_288 * (34 + (5 * 96 * 2_048) / 12_288),
    inputs: [
      { symbol: "s", derivation: input("plan.seq_len", 2_048, 14) },
      { symbol: "b", derivation: input("plan.micro_batch", 1, 15) },
      { symbol: "h", derivation: input("model.d_model", 12_288, 3) },
      { symbol: "a", derivation: input("model.attention.heads", 96, 4) },
    ],
  };
  const reserved: Derivation = {
    kind: "constant",
    name: "reserved",
    value: 2 ** 30,
    unit: "B",
    source: "measured on an A100",
  };
  const collect = (name: "sum" | "max", parts: readonly (readonly [string, Derivation])[]): Derivation => ({
    kind: "formula",
    formula: {
      name,
      result: name === "sum" ? "memory of a stage" : "memory of the fullest stage",
      unit: "B",
      expression: "x_1 + x_2",
      symbols: parts.map(([meaning], at) => ({ symbol: `x_${at + 1}`, meaning, unit: "B" })),
      source: "definition",
      assumes: "",
    },
    value:
      name === "sum"
        ? parts.reduce((sum, [, one]) => sum + one.value, 0)
        : Math.max(...parts.map(([, one]) => one.value)),
    inputs: parts.map(([, derivation], at) => ({ symbol: `x_${at + 1}`, derivation })),
  });
  const full = collect("sum", [
    ["first layer", oneLayer],
    ["second layer", oneLayer],
    ["reserved", reserved],
  ]);
  const empty = collect("sum", [
    ["layer", oneLayer],
    ["reserved", { ...reserved, value: 0 }],
  ]);
  return collect("max", [
    ["stage 0", full],
    ["stage 1", empty],
  ]);
}
