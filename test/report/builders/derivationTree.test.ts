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

test("a large number in an expression has five digits and a power of ten", () => {
  const put = (a: number, b: number) => derivationTree(times(input("a", a), input("b", b))).root.substituted;
  expect(put(989_500_000_000_000, 1.9562e17)).toBe("9.895e14 * 1.9562e17");
  expect(put(46_702_792_704, 4_000_000)).toBe("4.6703e10 * 4e6");
  expect(put(128_256, 1.23456789)).toBe("128256 * 1.2346");
});

test("a large count has a scale letter", () => {
  const { children } = derivationTree(times(input("a", 24_864_430_080), input("b", 128_256))).root;
  expect(children.map(({ text }) => text)).toEqual(["a: a (a) = 24.86B", "b: b (b) = 128,256"]);
});

test("a symbol of another thing gets an index, in formula, LaTeX and operand alike", () => {
  const tree = derivationTree(
    times(times(input("plan.tp", 2), input("plan.pp", 3)), times(input("plan.cp", 5), input("plan.pp", 3))),
    { latex: ({ expression }) => expression },
  );
  expect(tree.root.formula).toBe("a * b");
  expect(tree.root.children.map(({ formula }) => formula)).toEqual(["a_2 * b_2", "a_3 * b_2"]);
  expect(tree.root.children.map(({ latex }) => latex)).toEqual(["a_2 * b_2", "a_3 * b_2"]);
  expect(tree.root.children.map(({ children }) => children.map(({ text }) => text))).toEqual([
    ["a_2: a (plan.tp) = 2", "b_2: b (plan.pp) = 3"],
    ["a_3: a (plan.cp) = 5", "b_2: b (plan.pp) = 3"],
  ]);
});
