import type { ByPart } from "../../engine/scenario/failures.ts";
import { printed } from "../numbers/number.ts";

/**
 * Text of a time that may differ between parts of a system: `24 h` where it is equal, `1 min to 6 h, by part`
 * otherwise.
 */
export function byPartText(time: ByPart): string {
  if (typeof time === "number") return printed(time, "s");
  const times = Object.values(time);
  return `${printed(Math.min(...times), "s")} to ${printed(Math.max(...times), "s")}, by part`;
}
