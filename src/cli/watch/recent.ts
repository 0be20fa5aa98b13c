import type { MeasuredLog } from "../../measured/index.ts";
import { steadyState } from "../../measured/index.ts";

/** Number of the last steps whose median is the recent step time. */
const RECENT = 20;

export interface Recent {
  readonly iteration: number | null;
  /** Median of the last 20 timed steps, s. */
  readonly recentStepTime: number | null;
  /** Step time of the last lasting level / that of the first - 1. Levels are those of `steadyState`. */
  readonly drift: number | null;
}

/** Numbers of a log that change while a run goes on. */
export function recentNumbers(log: MeasuredLog): Recent {
  const { levels } = steadyState(log);
  const [first, last] = [levels[0], levels.at(-1)];
  return {
    iteration: log.iterations.at(-1)?.number ?? null,
    recentStepTime: median(log.iterations.flatMap(({ seconds }) => seconds ?? []).slice(-RECENT)),
    drift: first && last && first.seconds > 0 ? last.seconds / first.seconds - 1 : null,
  };
}

function median(numbers: readonly number[]): number | null {
  const order = [...numbers].sort((a, b) => a - b);
  const [low, high] = [order[Math.floor((order.length - 1) / 2)], order[Math.ceil((order.length - 1) / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
