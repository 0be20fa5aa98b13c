import type { RunEstimate } from "../../engine/estimate/runEstimate.ts";
import type { Figure } from "../document/document.ts";
import { printed } from "../numbers/number.ts";
import { type PartsOptions, waterfallFigure } from "./waterfallFigure.ts";

/**
 * Waterfall chart of a run's wall-clock time: productive time first, then the loss to failures and
 * checkpoints.
 */
export function runFigure({ time }: RunEstimate, options: PartsOptions = {}): Figure {
  const title = options.title ?? `The run: ${printed(time.value, "s")}`;
  return waterfallFigure(time, {
    title,
    what: "time in the run",
    total: "wall clock",
    guesses: options.guesses,
  });
}
