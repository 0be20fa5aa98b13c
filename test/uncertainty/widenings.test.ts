import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  basisOf,
  lookupIn,
  type Measured,
  measured,
  type Residuals,
  readTable,
  type Subject,
} from "../../src/uncertainty/index.ts";
import { residuals } from "../../src/uncertainty/residuals.ts";
import { type Size, type Sizes, sizes, traitNames } from "../../src/uncertainty/runKind.ts";
import type { SeenRow } from "../../src/uncertainty/seen.ts";
import { runs } from "../support/runs.ts";

const table = readTable(residuals);
const shipped = lookupIn(table);
/** What was measured, thinned out: the errors stay what they are. */
const having = (seen: readonly SeenRow[]): Residuals => lookupIn({ ...table, seen });
const width = (of: Measured, subject: Subject, known: Residuals = shipped): number => {
  const ends = basisOf(known, of, subject)?.ends;
  return ends ? ends.high - ends.low : Number.POSITIVE_INFINITY;
};

const values = (column: 0 | 1) => [
  ...new Set(table.seen.map(({ key }) => key.split(",")[column] ?? "").filter((name) => name !== "*")),
];
const scenario: fc.Arbitrary<Subject> = fc.record({
  kind: fc.record({
    architecture: fc.constantFrom(...values(0), "unheard_of", null),
    framework: fc.constantFrom(...values(1), "unheard_of", "generic"),
    traits: fc.subarray([...traitNames]),
  }),
  sizes: fc.record(
    Object.fromEntries(sizes.map((size) => [size, fc.integer({ min: 0, max: 20 }).map((at) => 2 ** at)])) as {
      [size in Size]: fc.Arbitrary<number>;
    },
  ) as fc.Arbitrary<Sizes>,
  device: fc.constant("a_device"),
  guessed: fc.boolean(),
});
const of = fc.constantFrom(...measured);
const ROUNDING = 1e-12;

describe("an interval is never narrower outside what was measured than inside", () => {
  test("nor when a generation, a stack or both of them together were not measured", () => {
    const left = fc.constantFrom<readonly ((row: SeenRow, subject: Subject) => boolean)[]>(
      [({ key }, { kind }) => key.startsWith(`${kind.architecture},`)],
      [({ key }, { kind }) => key.endsWith(`,${kind.framework}`)],
    );
    fc.assert(
      fc.property(of, scenario, left, (what, subject, drops) => {
        const without = having(table.seen.filter((row) => !drops.some((drop) => drop(row, subject))));
        expect(width(what, subject, without)).toBeGreaterThanOrEqual(width(what, subject) - ROUNDING);
      }),
      { numRuns: runs(400, 1_000) },
    );
  });

  test("nor when fewer sources, ways to run and sizes of any kind were", () => {
    const thinner = fc.record({
      sources: fc.integer({ min: 1, max: 20 }),
      traits: fc.subarray([...traitNames]),
      size: fc.constantFrom(...sizes),
      octaves: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(of, scenario, thinner, (what, subject, { sources, traits, size, octaves }) => {
        const less = table.seen.map((row): SeenRow => {
          const [least, most] = row.range[size];
          const middle = Math.sqrt(least * most);
          const range = [
            Math.min(middle, least * 2 ** octaves),
            Math.max(middle, most / 2 ** octaves),
          ] as const;
          return {
            ...row,
            sources: Math.min(row.sources, sources),
            traits: row.traits.filter((trait) => traits.includes(trait)),
            range: { ...row.range, [size]: range },
          };
        });
        expect(width(what, subject, having(less))).toBeGreaterThanOrEqual(width(what, subject) - ROUNDING);
      }),
      { numRuns: runs(400, 1_000) },
    );
  });

  test("nor for another device or stack that nobody measured, or whose constants are guesses", () => {
    fc.assert(
      fc.property(of, scenario, (what, subject) => {
        const inside = width(what, subject);
        const to = (kind: Partial<Subject["kind"]>): Subject => ({
          ...subject,
          kind: { ...subject.kind, ...kind },
        });
        expect(width(what, to({ architecture: "never" }))).toBeGreaterThanOrEqual(inside - ROUNDING);
        expect(width(what, { ...subject, guessed: true })).toBeGreaterThanOrEqual(inside - ROUNDING);
        if (subject.kind.framework !== "generic")
          expect(width(what, to({ framework: "never" }))).toBeGreaterThanOrEqual(inside - ROUNDING);
      }),
      { numRuns: runs(400, 1_000) },
    );
  });

  test("nor further out in any size", () => {
    const everything = (what: Measured) => {
      const row = shipped.seen(what, "*,*");
      if (!row) throw new Error("nothing measured");
      return row.range;
    };
    fc.assert(
      fc.property(
        of,
        scenario,
        fc.constantFrom(...sizes),
        fc.nat(10),
        fc.nat(10),
        (what, subject, size, a, b) => {
          const [least, most] = everything(what)[size];
          const at = (value: number): Subject => ({ ...subject, sizes: { ...subject.sizes, [size]: value } });
          const near = Math.min(a, b);
          const far = Math.max(a, b);
          expect(width(what, at(most * 2 ** far))).toBeGreaterThanOrEqual(
            width(what, at(most * 2 ** near)) - ROUNDING,
          );
          if (size !== "devices")
            expect(width(what, at(least / 2 ** far))).toBeGreaterThanOrEqual(
              width(what, at(least / 2 ** near)) - ROUNDING,
            );
        },
      ),
      { numRuns: runs(400, 1_000) },
    );
  });
});

test("intervals of time grow with the devices, those of memory do not", () => {
  fc.assert(
    fc.property(scenario, fc.integer({ min: 0, max: 18 }), (subject, octave) => {
      const at = (devices: number): Subject => ({ ...subject, sizes: { ...subject.sizes, devices } });
      const [few, many] = [at(2 ** octave), at(2 ** (octave + 1))];
      expect(width("time", many)).toBeGreaterThanOrEqual(width("time", few));
      expect(width("memory", many)).toBe(width("memory", few));
    }),
  );
  const plain = (devices: number) => ({
    kind: { architecture: "hopper", framework: "megatron_core", traits: [] },
    sizes: { ...{ devices, tp: 1, pp: 1, dp: 1, cp: 1, ep: 1 }, params: 8e9, seq_len: 4_096 },
    ...{ device: "h100", guessed: false },
  });
  expect(width("time", plain(16_384))).toBeGreaterThan(1.02 * width("time", plain(64)));
});
