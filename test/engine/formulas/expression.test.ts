import { describe, expect, test } from "vitest";
import { latex, latexSymbol } from "../../../src/engine/formulas/latex.ts";
import { compile } from "../../../src/engine/formulas/notation/compile.ts";
import { parseExpression, symbolsOf } from "../../../src/engine/formulas/notation/expression.ts";

describe("expressions", () => {
  test.each([
    ["2*a - 3/b", { a: 5, b: 2 }, 8.5],
    ["a - b - c", { a: 9, b: 3, c: 2 }, 4],
    ["a/b/c", { a: 12, b: 3, c: 2 }, 2],
    ["a/(b*c)", { a: 12, b: 3, c: 2 }, 2],
    ["2*a^2", { a: 3 }, 18],
    ["-a^2", { a: 3 }, -9],
    ["2^-a", { a: 1 }, 0.5],
    ["2^3^a", { a: 2 }, 512],
    ["max(a, min(b, 2), 1e3/c)", { a: 1, b: 5, c: 1000 }, 2],
    ["ceil(a/b) + floor(a/b) + log2(8) + sqrt(16)", { a: 7, b: 2 }, 14],
    ["exp(a) + expm1(a)", { a: 0 }, 1],
  ])("%s", (text, args, value) => {
    expect(compile(text)(args)).toBe(value);
  });

  test.each(["", "a +", "a b", "(a", "f(a)", "a;b", "max(a", "a,b", "1a", "x.y", "a[0]"])(
    "`%s` is a mistake",
    (text) => {
      expect(() => compile(text)).toThrow(/formula book/);
    },
  );

  test("symbols are the names that are not functions", () => {
    expect([...symbolsOf(parseExpression("max(a, -b)^c + a*2"))]).toEqual(["a", "b", "c"]);
  });
});

describe("LaTeX", () => {
  test.each([
    ["s*b*h*(10 + 24/t)", "s \\, b \\, h \\, \\left(10 + \\frac{24}{t}\\right)"],
    ["a - (b - c)", "a - \\left(b - c\\right)"],
    ["(a + b)^2", "{\\left(a + b\\right)}^{2}"],
    ["2*(3*a)", "2 \\cdot 3 \\, a"],
    ["ceil(V/t)", "\\left\\lceil \\frac{V}{t} \\right\\rceil"],
    ["max(tau_c, eta_m)", "\\max\\left(\\tau_{c}, \\eta_{m}\\right)"],
  ])("%s", (expression, text) => {
    expect(latex({ expression })).toBe(text);
  });
  test("symbols", () => {
    expect(["d_h", "x_12", "n_nic", "alpha", "beta"].map(latexSymbol)).toEqual([
      "d_{h}",
      "x_{12}",
      "n_{\\mathrm{nic}}",
      "\\alpha",
      "\\beta",
    ]);
  });
});
