/** Names that read the distribution of an uncertain number, for completion and hover. The evaluator has the implementation. */
export const drawnMembers: readonly { readonly name: string; readonly doc: string }[] = [
  { name: "p10", doc: "Number below which 10% of the draws lie; likewise any other from `p1` to `p99`." },
  { name: "p50", doc: "Median of the draws." },
  { name: "p90", doc: "Number below which 90% of the draws lie." },
  { name: "mean", doc: "Mean of the draws." },
  { name: "sd", doc: "Standard deviation of the draws." },
];
