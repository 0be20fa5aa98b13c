import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import {
  kindOf,
  lookupIn,
  type MeasuredRun,
  residualTable,
  sizesOf,
  type Uncertainty,
  uncertaintyOf,
} from "../../src/uncertainty/index.ts";

/**
 * Intervals from made-up runs like the scenario: times from 10% faster to 10.5% slower, peaks from 1 to
 * `peak` times the estimate.
 */
export function sampleUncertainty(scenario: Scenario, estimate: Estimate, peak = 1.1): Uncertainty {
  const runs = Array.from({ length: 19 }, (_, at): MeasuredRun => {
    const time = 0.1 * (at / 9 - 1);
    const missed = { time, memory: Math.log(peak) * (at / 18) };
    return {
      id: `run ${at}`,
      kind: kindOf(scenario),
      sizes: sizesOf(scenario, estimate.params.value),
      source: `paper ${at % 3}`,
      ...{ heldOut: false, byHand: false },
      ...{ missed, byTable: missed, guessed: time, unnamed: time },
    };
  });
  return uncertaintyOf(scenario, estimate, lookupIn(residualTable(runs)));
}
