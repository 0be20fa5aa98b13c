import type { Estimate, ExpertEstimate } from "../../estimate/estimate.ts";
import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const fromExperts =
  (read: <N>(experts: ExpertEstimate<N>) => N | null) =>
  <N>(estimate: Estimate<N>): N | null =>
    estimate.experts ? read(estimate.experts) : null;

/** Outputs of mixture-of-experts models. */
export const expertOutputs: readonly Output[] = [
  numberOutput(
    "experts.tokens",
    "token",
    "Tokens of a micro-batch that one expert on the busiest device computes, including padding.",
    fromExperts((e) => e.tokens),
    "model.mlp",
  ),
  numberOutput(
    "experts.busiest",
    "1",
    "Tokens that the busiest device's experts compute, relative to a balanced load.",
    fromExperts((e) => e.busiest),
    "model.mlp",
  ),
  numberOutput(
    "experts.dropped",
    "1",
    "Share of routed token copies that are dropped because their expert is full.",
    fromExperts((e) => e.dropped),
    "model.mlp",
  ),
  numberOutput(
    "experts.nodes",
    "1",
    "Mean number of nodes that hold a token's experts, if experts span several nodes.",
    fromExperts((e) => e.nodes),
    "plan.ep",
  ),
];
