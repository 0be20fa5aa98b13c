import type { Random } from "../../../core/random.ts";
import type { Recovering, RunParameters } from "./runParameters.ts";

/** State of a simulated run, in seconds. Updated in place, so that the drawing loops allocate nothing. */
export interface State {
  /** Work that no failure can undo. */
  saved: number;
  /** Wall-clock time without waits for nodes. */
  up: number;
  waiting: number;
  failures: number;
  /** Nodes in repair. `since` is the running time since they were last updated. */
  missing: number;
  since: number;
}

export const started = (): State => ({ saved: 0, up: 0, waiting: 0, failures: 0, missing: 0, since: 0 });

/**
 * Applies a failure until the run trains again: lost in-memory checkpoints, a lost node, a wait where spares
 * are used up, and recovery. Failures may recur in recovery, but not in the wait.
 */
export function struck(parameters: RunParameters, random: Random, state: State): void {
  const { mtbf } = parameters;
  for (;;) {
    state.failures += 1;
    if (parameters.lost > 0 && random.uniform() < parameters.lost) {
      const span = parameters.interval * parameters.persistedEvery;
      state.saved = Math.floor(state.saved / span + 1e-9) * span;
    }
    takeNode(parameters, random, state);
    const { unseen, seconds } = kindOf(parameters.recoveries, random);
    state.up += unseen;
    state.since += unseen;
    // The logarithm is only needed for the few draws that are shorter than the recovery.
    const draw = random.uniform();
    if (draw >= -Math.expm1(-seconds / mtbf)) {
      state.up += seconds;
      state.since += seconds;
      return;
    }
    const next = -mtbf * Math.log1p(-draw);
    state.up += next;
    state.since += next;
  }
}

function takeNode(parameters: RunParameters, random: Random, state: State): void {
  const { spares, rates, repair } = parameters;
  if ((spares === Number.POSITIVE_INFINITY && rates === null) || random.uniform() >= parameters.takesNode)
    return;
  state.missing = stillMissing(state.missing, state.since / repair, random) + 1;
  state.since = 0;
  if (state.missing > spares) {
    state.waiting += (repair / state.missing) * random.exponential();
    state.missing -= 1;
  }
}

function kindOf(kinds: readonly Recovering[], random: Random): Recovering {
  const [only] = kinds;
  if (only && kinds.length === 1) return only;
  const draw = random.uniform();
  return kinds.find(({ upTo }) => draw < upTo) ?? (kinds.at(-1) as Recovering);
}

/** Random number of nodes still in repair after a time, given in mean repair times. */
export function stillMissing(missing: number, repairs: number, random: Random): number {
  const chance = Math.exp(-repairs);
  let still = 0;
  for (let node = 0; node < missing; node++) if (random.uniform() < chance) still += 1;
  return still;
}
