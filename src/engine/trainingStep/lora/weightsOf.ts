import type { StageParams } from "../model/stageParams.ts";
import type { Weights } from "./wholeWeights.ts";

/** Weights of a stage or layer at index `at`, split into frozen ones and adapters; null where it has none. */
export function weightsOf<N>(
  params: StageParams<N>,
  part: "stages" | "experts" | "layers" | "layerExperts",
  at: number,
): Weights<N> | null {
  const all = params[part][at] ?? null;
  const { lora } = params;
  return all === null
    ? null
    : { all, matrices: lora?.matrices[part][at] ?? null, adapters: lora?.adapters[part][at] ?? null };
}
