import { describe, expect, it } from "vitest";
import { book } from "../../../src/engine/formulas/index.ts";
import { symbolChanges } from "../../../src/engine/formulas/symbolic.ts";

const formulas = book.flatMap((chapter) => chapter.formulas);

describe("derivatives of the formula book", () => {
  it("agree with differences of the formula at its example", () => {
    for (const formula of formulas) {
      const value = formula.evaluate(formula.example);
      for (const { symbol, elasticity } of symbolChanges(formula, false)) {
        const at = formula.example[symbol];
        if (elasticity === null || at === undefined || at === 0 || value === 0) continue;
        const step = 1e-6;
        const up = formula.evaluate({ ...formula.example, [symbol]: at * (1 + step) });
        const down = formula.evaluate({ ...formula.example, [symbol]: at * (1 - step) });
        const measured = (up - down) / (2 * step * value);
        expect(measured, `${formula.name} by ${symbol}`).toBeCloseTo(elasticity, 3);
      }
    }
  });

  it("are products' own: weights are proportional to parameters, inversely to shards", () => {
    const weights = formulas.find(({ name }) => name === "weightMemory");
    expect(weights && symbolChanges(weights)).toMatchObject([
      { symbol: "B_w", elasticity: 1 },
      { symbol: "P", elasticity: 1 },
      { symbol: "n_s", elasticity: -1 },
    ]);
  });

  it("of a step have none", () => {
    const shard = formulas.find(({ expression }) => expression.includes("ceil("));
    expect(shard && symbolChanges(shard).some(({ derivative }) => derivative === null)).toBe(true);
  });
});
