import { expect, test } from "vitest";
import type { Derivation } from "../../../src/engine/core/derivation.ts";
import type { FormulaInfo } from "../../../src/engine/formulas/notation/formulaInfo.ts";
import { derivationTree, type TreeNode } from "../../../src/report/index.ts";

const product: FormulaInfo = {
  name: "product",
  result: "P",
  unit: "1",
  expression: "a * b",
  symbols: [],
  source: "arithmetic",
  assumes: "",
};
const input = (path: string, value: number): Derivation => ({ kind: "input", path, value, unit: "1" });
const times = (a: Derivation, b: Derivation): Derivation => ({
  kind: "formula",
  formula: product,
  value: a.value * b.value,
  inputs: [
    { symbol: "a", derivation: a },
    { symbol: "b", derivation: b },
  ],
});
const folded = (node: TreeNode): number =>
  (node.source === "as above" ? 1 : 0) + node.children.reduce((sum, child) => sum + folded(child), 0);

test("what is worked out twice from the same inputs is written once", () => {
  const once = () => times(input("plan.tp", 2), input("plan.pp", 3));
  expect(folded(derivationTree(times(once(), once())).root)).toBe(1);
});

test("equal numbers of other inputs are each written", () => {
  const tree = derivationTree(
    times(times(input("plan.tp", 2), input("plan.pp", 3)), times(input("plan.cp", 2), input("plan.pp", 3))),
  );
  expect(folded(tree.root)).toBe(0);
});

test("a large number in an expression ends with a power of ten where its digits are zeros", () => {
  const put = (a: number, b: number) => derivationTree(times(input("a", a), input("b", b))).root.substituted;
  expect(put(989_500_000_000_000, 1.9562e17)).toBe("9.895e14 * 1.9562e17");
  expect(put(46_702_792_704, 4_000_000)).toBe("46702792704 * 4000000");
});
