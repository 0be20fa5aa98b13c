import type { Random } from "../../../core/random.ts";
import type { RunParameters } from "./runParameters.ts";
import { type State, struck } from "./struck.ts";

/**
 * Draws one run, from failure to failure. Everything between two failures is deterministic, so a month on
 * thousands of devices needs some hundred draws. A run ends when its last checkpoint is durable.
 */
export function drawRun(parameters: RunParameters, random: Random, state: State): void {
  const { training, mtbf, interval, blocking, unsafe } = parameters;
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
    // The last checkpoint saves the remaining work, however little.
    const safe = Math.min(stops - 1, Math.floor((failure - unsafe) / cycle));
    if (safe > 0) state.saved += safe * interval;
    struck(parameters, random, state);
  }
}
