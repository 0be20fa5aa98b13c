import type { ByPart } from "../../engine/scenario/failures.ts";
import { printed } from "../numbers/number.ts";

/** Time as text: `24 h`, or `1 min to 6 h, by part`. */
export function byPartText(time: ByPart): string {
  if (typeof time === "number") return printed(time, "s");
  const times = Object.values(time);
  return `${printed(Math.min(...times), "s")} to ${printed(Math.max(...times), "s")}, by part`;
}
