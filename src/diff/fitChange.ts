import type { Block } from "../report/index.ts";
import type { Point } from "./point.ts";

/**
 * Verdict block on a plan that fits its devices in one program and not, or perhaps, in the other. `key` names
 * the table's row.
 */
export function fitChange(old: Point, now: Point, key = ""): Extract<Block, { kind: "verdict" }> {
  const of = key === "" ? "" : `${key}: `;
  if (now.fits === "yes") return { kind: "verdict", tone: "good", text: `${of}fits its devices now` };
  if (now.fits === "no") return { kind: "verdict", tone: "bad", text: `${of}no longer fits its devices` };
  const before = old.fits === "yes" ? "it fitted before" : "it did not fit before";
  return { kind: "verdict", tone: "warning", text: `${of}may not fit its devices now; ${before}` };
}
