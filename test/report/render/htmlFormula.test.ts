import { expect, test } from "vitest";
import { htmlFormula } from "../../../src/report/render/htmlFormula.ts";

test("a power of ten is raised", () => {
  expect(htmlFormula("2 * 9.895e14/1.5e-7")).toBe(
    "2\u2009·\u20099.895\u2009·\u200910<sup>14</sup>/1.5\u2009·\u200910<sup>−7</sup>",
  );
});

test("the index of a symbol is below the line", () => {
  expect(htmlFormula("tau_c2")).toBe("<i>τ</i><sub>c2</sub>");
});
