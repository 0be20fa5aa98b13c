import type { Random } from "../../../core/random.ts";
import type { Course, Recovering } from "./course.ts";

/** Where a run stands, in seconds; the functions that draw one change it in place, so that their loops allocate nothing. */
export interface State {
  /** Work that no failure undoes. */
  saved: number;
  /** Wall-clock time, less what was waited for nodes. */
  up: number;
  waiting: number;
  failures: number;
  /** Nodes in repair, and up time since they were counted. */
  missing: number;
  since: number;
}

export const started = (): State => ({ saved: 0, up: 0, waiting: 0, failures: 0, missing: 0, since: 0 });

/**
 * A failure, and what it takes until the run trains again: checkpoints lost with memory, a node gone, a wait where spares are
 * used up, and recovery, in which failures strike again (they do not while it waits).
 */
export function struck(course: Course, random: Random, state: State): void {
  const { mtbf } = course;
  for (;;) {
    state.failures += 1;
    if (course.lost > 0 && random.uniform() < course.lost) {
      const span = course.interval * course.persistedEvery;
      state.saved = Math.floor(state.saved / span + 1e-9) * span;
    }
    takeNode(course, random, state);
    const { unseen, seconds } = kindOf(course.recoveries, random);
    state.up += unseen;
    state.since += unseen;
    // The logarithm is taken of the few draws alone that are shorter than the recovery.
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

function takeNode(course: Course, random: Random, state: State): void {
  const { spares, rates, repair } = course;
  if ((spares === Number.POSITIVE_INFINITY && rates === null) || random.uniform() >= course.takesNode) return;
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

/** Of nodes in repair, those that still are after so many mean times of a repair. */
export function stillMissing(missing: number, repairs: number, random: Random): number {
  const chance = Math.exp(-repairs);
  let still = 0;
  for (let node = 0; node < missing; node++) if (random.uniform() < chance) still += 1;
  return still;
}
