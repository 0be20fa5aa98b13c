import fc from "fast-check";
import { expect, test } from "vitest";
import { book } from "../../../src/engine/formulas/index.ts";
import { compile } from "../../../src/engine/formulas/notation/compile.ts";
import { parseExpression } from "../../../src/engine/formulas/notation/expression.ts";
import { interpret } from "../../../src/engine/formulas/notation/interpret.ts";

const formulas = book.flatMap((chapter) => chapter.formulas);

const interpreted = (expression: string) =>
  interpret(
    parseExpression(expression),
    (symbol) => (args: Readonly<Record<string, number>>) => args[symbol] as number,
  );

test("every formula gives the same bits interpreted and compiled, for any numbers", () => {
  expect(formulas.length).toBeGreaterThan(200);
  for (const { name, expression, symbolNames } of formulas) {
    const [one, other] = [compile(expression), interpreted(expression)];
    const numbers = fc.oneof(fc.double(), fc.double({ min: 0, max: 1e15, noNaN: true }), fc.nat(1_000));
    fc.assert(
      fc.property(fc.tuple(...symbolNames.map(() => numbers)), (values) => {
        const args = Object.fromEntries(symbolNames.map((symbol, i) => [symbol, values[i] ?? 0]));
        expect([name, other(args)]).toEqual([name, one(args)]);
      }),
      { numRuns: 5 },
    );
  }
});

test("every operator and function is interpreted", () => {
  const expression =
    "-a + b * 2 ^ a / 3 - max(a, b, 5) + min(a, b) + ceil(b) - floor(b) + log2(b) + sqrt(b) + exp(a) + expm1(a)";
  const args = { a: 1.25, b: 7.5 };
  expect(interpreted(expression)(args)).toBe(compile(expression)(args));
  expect(interpreted("-a")({ a: 0 })).toBe(-0);
});
