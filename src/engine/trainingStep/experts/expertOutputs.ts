import type { Estimate, ExpertEstimate } from "../../estimate/estimate.ts";
import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const fromExperts =
  (read: <N>(experts: ExpertEstimate<N>) => N | null) =>
  <N>(estimate: Estimate<N>): N | null =>
    estimate.experts ? read(estimate.experts) : null;

/** The results of a mixture of experts. */
export const expertOutputs: readonly Output[] = [
  numberOutput(
    "experts.tokens",
    "token",
    "Tokens of a micro-batch that an expert of the busiest device computes, padding included.",
    fromExperts((e) => e.tokens),
    "model.mlp",
  ),
  numberOutput(
    "experts.busiest",
    "1",
    "Tokens the busiest device's experts compute, over what they would if all experts were loaded alike.",
    fromExperts((e) => e.busiest),
    "model.mlp",
  ),
  numberOutput(
    "experts.dropped",
    "1",
    "Share of the tokens' copies that find their expert full and are dropped.",
    fromExperts((e) => e.dropped),
    "model.mlp",
  ),
  numberOutput(
    "experts.nodes",
    "1",
    "Nodes with any of a token's experts, on average, where experts are spread over nodes.",
    fromExperts((e) => e.nodes),
    "plan.ep",
  ),
];
