import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Figure } from "../document/document.ts";
import { printed } from "../numbers/number.ts";
import { type PartsOptions, waterfallFigure } from "./waterfallFigure.ts";

/** Waterfall chart of the parts of one training step's time. */
export function timeFigure({ time }: Estimate, options: PartsOptions = {}): Figure {
  const title = options.title ?? `One training step: ${printed(time.step.value, "s")}`;
  return waterfallFigure(time.step, {
    title,
    what: "time in the step",
    total: "step",
    guesses: options.guesses,
  });
}
