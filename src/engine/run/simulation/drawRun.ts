import type { Random } from "../../random.ts";

/** What one run goes through, in seconds. */
export interface Course {
  /** Steps without failures. */
  readonly training: number;
  readonly mtbf: number;
  readonly interval: number;
  readonly blocking: number;
  /** From the end of a checkpoint's stop until it is safe. */
  readonly unsafe: number;
  readonly recovery: number;
  /** Chance that a failure loses the checkpoints in memory, and how many of them there are for each on storage. */
  readonly lost: number;
  readonly persistedEvery: number;
  /** Chance that a failure takes a node out, the nodes that may be missing, and the mean time until one is back. */
  readonly takesNode: number;
  /** Infinity where a node is always at hand. */
  readonly spares: number;
  readonly repair: number;
}

/** Where `drawRun` leaves what it found: there is one for all runs, so that the loop allocates nothing. */
export interface Drawn {
  seconds: number;
  /** Of them, waiting for nodes. */
  waiting: number;
  failures: number;
}

/**
 * One run, from failure to failure: between two of them everything is certain, so that a month on thousands of devices is
 * some hundred draws. A run ends when its last checkpoint is safe. Failures strike while it recovers, not while it waits.
 */
export function drawRun(course: Course, random: Random, drawn: Drawn): void {
  const { training, mtbf, interval, blocking, unsafe, recovery, lost, persistedEvery } = course;
  const cycle = interval + blocking;
  const interrupted = -Math.expm1(-recovery / mtbf);
  let saved = 0;
  let up = 0;
  let waiting = 0;
  let failures = 0;
  let missing = 0;
  /** Up time since `missing` was counted. */
  let since = 0;
  for (;;) {
    const left = training - saved;
    const stops = Math.ceil(left / interval - 1e-9);
    const needed = left + stops * blocking + unsafe;
    const failure = mtbf * random.exponential();
    if (failure >= needed) {
      up += needed;
      break;
    }
    up += failure;
    // The last one of all is of what is left, however little.
    const safe = Math.min(stops - 1, Math.floor((failure - unsafe) / cycle));
    if (safe > 0) saved += safe * interval;
    since += failure;
    for (;;) {
      failures += 1;
      if (lost > 0 && random.uniform() < lost) {
        const span = interval * persistedEvery;
        saved = Math.floor(saved / span + 1e-9) * span;
      }
      if (course.spares !== Number.POSITIVE_INFINITY && random.uniform() < course.takesNode) {
        missing = stillMissing(missing, since / course.repair, random) + 1;
        since = 0;
        if (missing > course.spares) {
          waiting += (course.repair / missing) * random.exponential();
          missing -= 1;
        }
      }
      // The logarithm is taken of the few draws alone that are shorter than a recovery.
      const draw = random.uniform();
      if (draw >= interrupted) break;
      const next = -mtbf * Math.log1p(-draw);
      up += next;
      since += next;
    }
    up += recovery;
    since += recovery;
  }
  drawn.seconds = up + waiting;
  drawn.waiting = waiting;
  drawn.failures = failures;
}

/** Of nodes in repair, those that still are after so many mean times of a repair. */
function stillMissing(missing: number, repairs: number, random: Random): number {
  const chance = Math.exp(-repairs);
  let still = 0;
  for (let node = 0; node < missing; node++) if (random.uniform() < chance) still += 1;
  return still;
}
