import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AskedOutput, trace } from "../../../src/engine/compiled/trace.ts";
import { type Variable, variables } from "../../../src/engine/compiled/variables.ts";
import { estimate, outputs } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { runs } from "./support/runs.ts";
import { withValue } from "./support/withValue.ts";

/** Every result of the breakdown that is a number or a truth. */
const asked: readonly AskedOutput[] = [
  ...outputs.filter((one) => one.kind === "number"),
  { kind: "truth", path: "memory.stored", read: (e) => e.memory.stored },
];

/** The same by the other reading; null for a scenario that is refused. */
function byNumbers(scenario: Scenario): readonly number[] | null {
  const answer = estimate(scenario);
  if (!answer.ok) return null;
  return asked.map((one) =>
    one.kind === "number" ? (one.read(answer.estimate) ?? Number.NaN) : +one.read(answer.estimate),
  );
}

/** What differs, with its name: empty for the same bits. */
const unlike = (found: Float64Array, known: readonly number[]): readonly unknown[] =>
  asked.flatMap(({ path }, i) => (Object.is(found[i], known[i]) ? [] : [[path, found[i], known[i]]]));

const factors = fc.oneof(
  fc.double({ min: 0.999, max: 1.001, noNaN: true }),
  fc.double({ min: 0.1, max: 10, noNaN: true }),
  fc.constantFrom(0, 0.5, 2, 3),
);
const changes = fc.array(fc.record({ variable: fc.constantFrom(...variables), factor: factors }), {
  minLength: 1,
  maxLength: 6,
});

const withFactor = (
  one: Scenario,
  { variable, factor }: { readonly variable: Variable; readonly factor: number },
): Scenario => withValue(one, variable.at, (n) => n * factor);

describe("a compiled trace", () => {
  test("has the numbers of an estimate to the bit, or none", () => {
    const results = new Float64Array(asked.length);
    let [recorded, held, differed, turns] = [0, 0, 0, 0];
    fc.assert(
      fc.property(runs, fc.array(changes, { minLength: 4, maxLength: 4 }), (base, rows) => {
        const free = [...new Set(rows.flat().map(({ variable }) => variable))];
        const found = trace(base, free, asked);
        const own = byNumbers(base);
        expect(found === null).toBe(own === null);
        if (!found || !own) return;
        recorded++;
        expect(found.answer(base, results)).toBe(true);
        expect(unlike(results, own)).toEqual([]);
        for (const row of rows) {
          const other = row.reduce(withFactor, base);
          const known = byNumbers(other);
          if (!found.answer(other, results)) continue;
          if (known === null) throw new Error("a trace answers for a scenario that is refused");
          expect(unlike(results, known)).toEqual([]);
          held++;
          if (unlike(Float64Array.from(own), known).length > 0) differed++;
          // From there the plan alone turns to another row's, and back.
          const turnedRow = { ...other, plan: (rows[0] ?? []).reduce(withFactor, base).plan };
          const fields = Object.keys(other.plan) as (keyof Scenario["plan"])[];
          const turned = fields.every(
            (field) =>
              Object.is(other.plan[field], turnedRow.plan[field]) || found.turn(field, turnedRow.plan[field]),
          );
          if (turned && byNumbers(turnedRow) !== null && found.turned(results)) {
            expect(unlike(results, byNumbers(turnedRow) ?? [])).toEqual([]);
            turns++;
          }
          expect(found.answer(other, results)).toBe(true);
          expect(unlike(results, known)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
    expect(recorded).toBeGreaterThan(10);
    expect(held).toBeGreaterThan(20);
    expect(differed).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(10);
  });
});
