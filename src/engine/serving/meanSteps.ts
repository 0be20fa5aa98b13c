import type { Algebra } from "../core/algebra.ts";
import type { ServingLoad } from "../estimate/servingLoad.ts";
import type { Arrivals } from "../scenario/arrivals.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { grouped } from "./grouped.ts";
import { decodingWith, inferenceWith } from "./inference.ts";

/**
 * Prefill of one prompt of mean length, and a step of decoding at the mean batch after half of the output: what simulated
 * requests are made of. The batch is that of a full replica where more arrive than can be served.
 */
export function meanSteps<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  { prompt, output }: Arrivals,
  { latencies, places }: ServingLoad<N>,
): { readonly prefill: N; readonly decode: N } | null {
  const kvBytes = scenario.plan.serve?.kvBytes ?? scenario.plan.precision.activationBytes;
  const one = grouped(scenario, 1, Math.ceil(prompt.mean));
  const batch = latencies ? Math.max(1, Math.round(alg.value(latencies.batch))) : places;
  const many = grouped(scenario, batch, Math.ceil(prompt.mean + output.mean / 2));
  const layouts = stageLayouts(one.model, one.plan);
  const prefill = inferenceWith(alg, one, layouts, kvBytes)?.prefill;
  const decode = decodingWith(alg, many, layouts, kvBytes)?.seconds;
  return prefill === undefined || decode === undefined ? null : { prefill, decode };
}
