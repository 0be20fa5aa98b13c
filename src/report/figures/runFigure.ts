import type { RunEstimate } from "../../engine/estimate/runEstimate.ts";
import type { Figure } from "../document.ts";
import { printed } from "../number.ts";
import { waterfallFigure } from "./waterfallFigure.ts";

/** The wall-clock time of a run as a waterfall: what counts first, then what failures and checkpoints add. */
export function runFigure({ time }: RunEstimate, options: { title?: string } = {}): Figure {
  const title = options.title ?? `The run: ${printed(time.value, "s")}`;
  return waterfallFigure(time, { title, what: "time in the run", total: "wall clock" });
}
