import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const NEEDS = ["plan.sync.noise"];

/** Outputs of differential privacy. */
export const privacyOutputs: readonly Output[] = [
  numberOutput(
    "privacy.epsilon",
    "1",
    "Differential privacy of a federated run with `noise`: epsilon for the plan's `delta`, by Renyi divergences of the sampled Gaussian mechanism.",
    (e) => e.privacy?.epsilon ?? null,
    ...NEEDS,
  ),
  numberOutput(
    "privacy.rounds",
    "1",
    "Rounds over which `privacy.epsilon` is counted.",
    (e) => e.privacy?.rounds ?? null,
    ...NEEDS,
  ),
  numberOutput(
    "privacy.sampling",
    "1",
    "Probability that a round selects a client.",
    (e) => e.privacy?.sampling ?? null,
    ...NEEDS,
  ),
  numberOutput(
    "privacy.order",
    "1",
    "Order of the Renyi divergence that bounds `privacy.epsilon` best.",
    (e) => e.privacy?.order ?? null,
    ...NEEDS,
  ),
];
