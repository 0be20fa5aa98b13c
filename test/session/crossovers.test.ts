import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

const RACE = `${BASE}
plan wide = p with { tp = 8, pp = 8, vpp = 3 }
plan deep = p with { tp = 4, pp = 16, vpp = 2 }
sweep race = t for plan in [wide, deep] for cluster.scale_up.bandwidth in [5 GB/s, 50 GB/s, 300 GB/s, 3_000 GB/s]
`;

test("where one plan overtakes another is where both take as long", () => {
  const s = memorySession();
  expect(codes(cell(s, RACE))).toEqual([]);
  const { rows } = shown(s, "race.crossovers") as { rows: readonly (readonly [string, string, number])[] };
  expect(rows).toHaveLength(1);
  const [below, above, at] = rows[0] ?? ["", "", 0];
  expect([below, above]).toEqual(["deep", "wide"]);
  const time = (plan: string, factor: number) =>
    Number(
      shown(
        s,
        `(t with { plan = ${plan}, cluster.scale_up.bandwidth = ${(factor * at) / 1e9} GB/s }).step_time`,
      ),
    );
  expect(time("deep", 1) / time("wide", 1)).toBeCloseTo(1, 4);
  expect(time("deep", 0.9)).toBeLessThan(time("wide", 0.9));
  expect(time("deep", 1.1)).toBeGreaterThan(time("wide", 1.1));
});

test("alternatives that never meet have no crossing", () => {
  const s = memorySession();
  cell(
    s,
    `${BASE}\nsweep race = t for plan.recompute in [none, full] for cluster.scale_up.bandwidth in [100 GB/s, 300 GB/s]`,
  );
  expect((shown(s, "race.crossovers") as { rows: readonly unknown[] }).rows).toEqual([]);
});
