import type { Random } from "../../../core/random.ts";
import type { RunParameters } from "./runParameters.ts";
import { type State, stillMissing, struck } from "./struck.ts";

/**
 * Draws one elastic run, which continues without missing nodes. A failure removes a replica; a repaired node
 * restores it at once, without a stop. Repairs end at random times; checkpoints follow the clock.
 */
export function drawElasticRun(
  parameters: RunParameters,
  rates: readonly number[],
  random: Random,
  state: State,
): void {
  const { training, mtbf, interval, blocking, unsafe, repair, reclaims } = parameters;
  const cycle = interval + blocking;
  /** Training time within a span since the last restart: the span without its checkpoints. */
  const trained = (time: number): number => {
    // `floor(t / cycle)` and `t % cycle` may round differently at a checkpoint's end, so both follow from one
    // quotient.
    const whole = Math.floor(time / cycle + 1e-9);
    return whole * interval + Math.min(Math.max(0, time - whole * cycle), interval);
  };
  for (;;) {
    state.missing =
      stillMissing(state.missing, state.since / repair, random) +
      arrivals(reclaims * repair * -Math.expm1(-state.since / repair), random);
    state.since = 0;
    const left = training - state.saved;
    const failure = mtbf * random.exponential();
    /** Start of the last checkpoint that is durable by the failure. */
    const safe = Math.max(0, Math.floor((failure - unsafe) / cycle)) * cycle;
    let [done, kept, from] = [0, 0, 0];
    while (from < failure) {
      const rate = rates[state.missing] ?? 0;
      const back = state.missing === 0 ? failure : from + (repair / state.missing) * random.exponential();
      const taken = reclaims > 0 ? from + random.exponential() / reclaims : failure;
      const to = Math.min(back, taken, failure);
      const end = rate > 0 ? trained(from) + (left - done) / rate : Number.POSITIVE_INFINITY;
      if (end <= trained(to)) {
        const over = end + Math.ceil(end / interval - 1e-9) * blocking + unsafe;
        if (over <= failure) {
          state.up += over;
          return;
        }
      }
      done = Math.min(left, done + rate * (trained(to) - trained(from)));
      kept += rate * (trained(Math.min(to, safe)) - trained(Math.min(from, safe)));
      if (to < failure) state.missing += back <= taken ? -1 : 1;
      from = to;
    }
    state.saved += Math.min(kept, left);
    state.up += failure;
    struck(parameters, random, state);
  }
}

/** A Poisson random number with the given mean. */
function arrivals(mean: number, random: Random): number {
  if (!(mean > 0)) return 0;
  let count = 0;
  for (let at = random.exponential(); at < mean; at += random.exponential()) count += 1;
  return count;
}
