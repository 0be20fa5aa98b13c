import type { PrivacyEstimate } from "../../estimate/privacyEstimate.ts";
import * as book from "../../formulas/run/privacy.ts";
import { asked } from "../../trainingStep/inputs/askedClients.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { renyi } from "./renyi.ts";

/** Orders that are tried: those of common accountants (TensorFlow Privacy, Opacus), integers only. */
const ORDERS: readonly number[] = [
  ...Array.from({ length: 255 }, (_, i) => i + 2),
  ...[320, 384, 448, 512, 640, 768, 1024],
];

/**
 * Differential privacy of a federated run of `steps` steps; null without noise, and where the number of rounds
 * is not known. Renyi divergences of the rounds add up (arXiv:1702.07476), and the order that bounds epsilon
 * best is taken.
 */
export function privacy<N>({ alg, scenario }: Context<N>, steps: N | null): PrivacyEstimate<N> | null {
  const { sync } = scenario.plan;
  if (sync.kind !== "federated" || sync.privacy === null) return null;
  const own = sync.privacy;
  const rounds =
    own.rounds === null
      ? steps &&
        alg.apply(book.roundsOfRun, { n_S: steps, n_H: alg.input("plan.sync.steps", sync.steps, "1") })
      : alg.input("plan.sync.rounds", own.rounds, "1");
  if (rounds === null) return null;
  const n_k = alg.constant(
    "clients selected per round",
    asked(sync),
    "1",
    "clients * participation, rounded",
  );
  const n_P = alg.input("plan.sync.population", own.population, "1");
  const sampling = alg.apply(book.samplingRate, { n_k, n_P });
  const noise = alg.input("plan.sync.noise", own.noise, "1");
  const delta_p = alg.input("plan.sync.delta", own.delta, "1");
  const [order, each] = alg.decide([sampling, noise, rounds, delta_p], best);
  const alpha_r = alg.constant("order of the divergence", order, "1", "the one with the least epsilon");
  const epsilon_a = alg.constant(
    "Renyi divergence of one round",
    each,
    "1",
    "arXiv:1908.10530, section 3.3: sampled Gaussian mechanism at an integer order",
  );
  const epsilon = alg.apply(book.composedPrivacy, { n_R: rounds, epsilon_a, alpha_r, delta_p });
  return { epsilon, rounds, sampling, order: alpha_r };
}

/** Order with the least epsilon, and the divergence of one round at it. */
function best([q = 1, sigma = 1, rounds = 1, delta = 0.5]: readonly number[]): readonly [number, number] {
  let found: readonly [number, number] = [2, renyi(q, sigma, 2)];
  let least = Number.POSITIVE_INFINITY;
  for (const order of ORDERS) {
    const each = renyi(q, sigma, order);
    const epsilon = rounds * each - Math.log(delta) / (order - 1);
    if (epsilon >= least) continue;
    least = epsilon;
    found = [order, each];
  }
  return found;
}
