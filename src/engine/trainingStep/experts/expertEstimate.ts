import type { ExpertEstimate } from "../../estimate/estimate.ts";
import { tokensOfExpert } from "../../formulas/model/moe.ts";
import { expertGroup } from "../fabric/expertGroups.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { placesOfToken } from "./expertPlaces.ts";

/** Load of a layer's experts in a micro-batch, for the estimate's outputs; null for a dense model. */
export function expertEstimate<N>({ alg, x, scenario, kinds }: ModelContext<N>): ExpertEstimate<N> | null {
  const ctx = kinds.find(({ experts }) => experts !== null);
  if (!ctx?.experts) return null;
  const { experts } = ctx;
  const { n_e, p_e, t_e, received, load } = experts;
  const { plan, cluster } = scenario;
  const { outer } = expertGroup(plan, cluster);
  const shape = { s: x.localSeqLen, b: x.microBatch, t_s: x.seqSplit };
  return {
    tokens: alg.apply(tokensOfExpert, { k: received, p_e, t_e, n_e, ...shape }),
    busiest: load ? load.busiest(plan.ep) : x.one,
    dropped: load
      ? load.dropped
      : alg.constant("dropped copies", 0, "1", "experts are equally loaded, or have no capacity limit"),
    nodes: outer > 1 ? placesOfToken(ctx, experts, outer) : null,
  };
}
