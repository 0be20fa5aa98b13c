import { describe, expect, test } from "vitest";
import { agreement } from "../../../src/engine/compiled/agreement.ts";
import { compiledPiece, type Natives } from "../../../src/engine/compiled/compiledPiece.ts";
import { interpretedAgreement } from "../../../src/engine/compiled/interpretedAgreement.ts";
import { interpretedPiece } from "../../../src/engine/compiled/interpretedPiece.ts";
import { pieces } from "../../../src/engine/compiled/pieces.ts";
import { type Recorded, recording } from "../../../src/engine/compiled/recording.ts";
import { watchedScenario } from "../../../src/engine/compiled/watchedScenario.ts";
import { book } from "../../../src/engine/formulas/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";

const fresh = (): Natives => ({ decisions: [], counters: [], counted: [], known: new Map() });

/** Two steps of every kind and all guards, over two variables. */
function recorded() {
  const { alg, entries } = recording((path) => ["a", "b"].indexOf(path));
  const [a, b] = [alg.input("a", 2, "1"), alg.input("b", 3, "1")];
  const part = (value: Recorded) => ({ label: "", value });
  const formula = book.flatMap((chapter) => chapter.formulas).find((one) => one.symbolNames.length === 2);
  if (!formula) throw new Error("no formula of two symbols");
  const [first = "", second = ""] = formula.symbolNames;
  const applied = alg.apply(formula, { [first]: a, [second]: b });
  const zero = alg.constant("", -0, "1", "");
  const sum = alg.sum("sum", "1", [part(a), part(zero), part(applied)]);
  const most = alg.max("most", "1", [part(zero), part(a), part(b)]);
  const least = alg.least([part(a), part(b), part(zero)]).value;
  const [, counted = a] = alg.counted([a, b], {
    name: () => "n",
    source: () => "s",
    make: ([x = 0, y = 0]) => [x, x * y],
    again:
      () =>
      ([x = 0, y = 0]) => [x, x * y],
  });
  alg.less(a, b);
  alg.atMost(sum, alg.constant("", 1e30, "1", ""));
  alg.decide([a, b], ([x = 0, y = 0]) => [x < y, x > 0]);
  return { entries, asked: [applied, sum, most, least, counted] };
}

describe("a piece of a trace", () => {
  const { entries, asked } = recorded();
  const passed = new Map(asked.map((one, slot) => ["at" in one ? one.at : -1, slot]));
  const all = pieces(entries);

  function run(made: typeof compiledPiece, a: number, b: number): readonly number[] | null {
    const natives = fresh();
    const values = new Float64Array(passed.size + 2);
    const slots = new Map(passed);
    // Variables are passed between pieces as well.
    for (const one of entries) if ("variable" in one) slots.set(one.at, slots.size);
    const runs = all.map((one) => made(one, slots, natives));
    const held = runs.every(({ native, constants }) =>
      native(Float64Array.of(a, b), values, constants, natives),
    );
    return held ? [...values] : null;
  }

  test("gives the same bits interpreted and compiled, and holds for the same numbers", () => {
    const numbers = [2, 3, 5, 8, 100, 0, -0, -1, 0.1, 1e300, Number.POSITIVE_INFINITY, Number.NaN];
    let held = 0;
    for (const a of numbers) {
      for (const b of numbers) {
        const [one, other] = [run(compiledPiece, a, b), run(interpretedPiece, a, b)];
        expect([a, b, other]).toEqual([a, b, one]);
        if (one) held++;
      }
    }
    expect(held).toBeGreaterThan(10);
    expect(held).toBeLessThan(numbers.length ** 2);
  });
});

describe("the comparison of scenarios", () => {
  const base = { a: 1, zero: 0, list: [1, 2], inner: { x: 2, name: "n", open: undefined } };
  const watched = () => {
    const { scenario, read, claim } = watchedScenario(base as unknown as Scenario);
    const seen = scenario as unknown as typeof base;
    claim("a", seen.a, 0);
    void [seen.zero, seen.inner.name, seen.inner.open, Object.keys(seen.list), seen.list[1]];
    claim("inner.x", seen.inner.x, 1);
    return read;
  };

  test("accepts and refuses the same, with the same variables", () => {
    const others = [
      base,
      { ...base, a: 7 },
      { ...base, a: "7" },
      { ...base, zero: -0 },
      { ...base, list: [1, 2, 3] },
      { ...base, list: [0, 2] },
      { ...base, list: null },
      { ...base, inner: { ...base.inner, x: 9 } },
      { ...base, inner: { ...base.inner, name: "m" } },
      { ...base, inner: undefined },
    ];
    const [one, other] = [agreement(watched()), interpretedAgreement(watched())];
    const [x, y] = [new Float64Array(2), new Float64Array(2)];
    const answers = [...others, ...others.toReversed()].map((row, i) => {
      const scenario = row as unknown as Scenario;
      const [found, known] = [other(scenario, y, i === 5), one(scenario, x, i === 5)];
      expect([i, found, found && [...y]]).toEqual([i, known, known && [...x]]);
      return known;
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });
});
