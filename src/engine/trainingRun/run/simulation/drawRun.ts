import type { Random } from "../../../core/random.ts";
import type { Course } from "./course.ts";
import { type State, struck } from "./struck.ts";

/**
 * One run, from failure to failure: between two of them everything is certain, so that a month on thousands of devices is
 * some hundred draws. A run ends when its last checkpoint is safe.
 */
export function drawRun(course: Course, random: Random, state: State): void {
  const { training, mtbf, interval, blocking, unsafe } = course;
  const cycle = interval + blocking;
  for (;;) {
    const left = training - state.saved;
    const stops = Math.ceil(left / interval - 1e-9);
    const needed = left + stops * blocking + unsafe;
    const failure = mtbf * random.exponential();
    if (failure >= needed) {
      state.up += needed;
      return;
    }
    state.up += failure;
    state.since += failure;
    // The last one of all is of what is left, however little.
    const safe = Math.min(stops - 1, Math.floor((failure - unsafe) / cycle));
    if (safe > 0) state.saved += safe * interval;
    struck(course, random, state);
  }
}
