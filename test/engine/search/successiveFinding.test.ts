import { expect, test } from "vitest";
import { checks } from "../../../src/engine/refusals/refusals.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { SuccessiveFinding } from "../../../src/engine/search/successiveFinding.ts";
import { findings, isError } from "../../../src/engine/search/validity.ts";
import { withValue } from "../compiled/support/withValue.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";

const base = scenario(gpt(16, 2048, 16), selene(16), plan({ tp: 4, pp: 2, dp: 16, numMicroBatches: 16 }));
const nics = Array.from({ length: 6 }, (_, i) =>
  withValue(base, "cluster.scaleOut.nicBytesPerSecond", (n) => n * (i + 1)),
);
/** Sound ones and others in turn: a check that fell asleep would pass a refused one, or refuse a sound one. */
const rows: readonly Scenario[] = nics.flatMap((one) => [
  one,
  withValue(one, "plan.tp", () => 3),
  withValue(one, "plan.numMicroBatches", (n) => n + 0.5),
  one,
]);

test("checks asked in turn find what each finds by itself", () => {
  let refused = 0;
  for (const check of checks) {
    const inTurn = new SuccessiveFinding(check);
    for (const row of rows) {
      const own = findings(check, row).filter(isError);
      expect(inTurn.at(row)).toEqual(own);
      refused += own.length;
    }
  }
  expect(refused).toBeGreaterThan(10);
});

test("a check is not looked at again while all that it read is as it was", () => {
  const broken = withValue(base, "plan.tp", () => 3);
  const refusals = checks.flatMap((check) => findings(check, broken)).filter(isError);
  let looked = 0;
  const inTurn = new SuccessiveFinding({
    reads: ["tp"],
    find({ plan: { tp } }) {
      looked++;
      return tp === 3 ? refusals : [];
    },
  });
  for (const row of nics) expect(inTurn.at(row)).toEqual([]);
  // Once for what it finds, once for what it reads.
  expect(looked).toBe(2);
  expect(inTurn.at(broken)).toEqual(refusals);
  expect(refusals.length).toBeGreaterThan(0);
});
