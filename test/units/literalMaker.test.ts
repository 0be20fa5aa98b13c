import { expect, test } from "vitest";
import { type LiteralFields, literalMaker, loopMaker } from "../../src/units/literalMaker.ts";

test("objects are equal, made by compiled code and by a loop: fields, their order, absent ones", () => {
  const fields: LiteralFields = [
    ["b", [1]],
    ["a", [0, "x"]],
    ["deep", [0, "y", "z"]],
    ["none", [0, "missing"]],
  ];
  const values = [{ x: 1, y: { z: "w" } }, 2];
  const [compiled, looped] = [literalMaker(fields)(values), loopMaker(fields)(values)];
  expect(compiled).toEqual({ b: 2, a: 1, deep: "w", none: undefined });
  expect(JSON.stringify(looped)).toBe(JSON.stringify(compiled));
  expect(Object.keys(looped as object)).toEqual(["b", "a", "deep", "none"]);
});
