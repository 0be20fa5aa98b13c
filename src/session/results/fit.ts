import type { Value } from "../../dsl/evaluate/index.ts";
import type { FieldRow } from "../../dsl/schema/index.ts";
import { modelParams } from "../../engine/index.ts";
import type { Model } from "../../engine/scenario/model.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { type Fit, fitOf, type PeakEnds } from "../../engine/trainingStep/memory/fit.ts";
import { type Basis, basisFor, type Measured, peakEnds } from "../../uncertainty/index.ts";
import type { Answer } from "../answers/answer.ts";

const params = new WeakMap<Model, number>();

/**
 * Ends of the uncertainty interval of a scenario's peak memory, as factors of the estimated peak. They depend on the
 * scenario only, so they are known before the estimate.
 */
export function endsOf(scenario: Scenario): PeakEnds {
  const { model } = scenario;
  const count = params.get(model) ?? modelParams(model).params.value;
  params.set(model, count);
  return peakEnds(basisFor("memory", scenario, count));
}

/** Verdict on whether a scenario fits its devices: yes, maybe or no, by the interval of its peak memory. */
export const fitIn = ({ scenario, estimate: { memory } }: Pick<Answer, "scenario" | "estimate">): Fit =>
  fitOf(memory, endsOf(scenario));

/** Measured runs and factors that the intervals of an estimate come from: of times, or of peak memory. */
export const basisOfAnswer = ({ scenario, estimate: { params } }: Answer, of: Measured): Basis | null =>
  basisFor(of, scenario, params.value);

/** Value of `memory.fits`: a word that is also a condition, true only for `yes`. */
export const fitValue = (fit: Fit): Value => ({ kind: "word", word: fit, truth: fit === "yes", of: FIELD });

/** Description of `memory.fits` for the language: the words that it may be compared with. */
const FIELD: FieldRow = {
  name: "memory.fits",
  doc: "Whether a plan fits its devices.",
  accepts: {
    words: [
      { word: "yes", doc: "the peak and the upper end of its interval are within usable memory" },
      { word: "maybe", doc: "only part of the interval is within usable memory" },
      { word: "no", doc: "out of memory, even at the lower end of the interval" },
    ],
  },
  example: "yes",
};
