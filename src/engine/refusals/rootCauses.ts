import type { Refusal } from "../scenario/scenario.ts";

/** Codes of a degree that does not divide a part of the model. Only the first for each degree is reported. */
const DIVIDED: ReadonlySet<string> = new Set([
  "not-divisible",
  "split-not-possible",
  "heads-not-divisible",
  "recurrence-not-divisible",
  "width-not-divisible",
]);

/**
 * Refusals reduced to one for each cause. A tensor-parallel degree that does not divide the heads also fails
 * key-value heads and widths, and the product of degrees.
 */
export function rootCauses(found: readonly Refusal[]): readonly Refusal[] {
  if (found.length < 2) return found;
  const reported = new Set<string>();
  const left = found.filter(({ code, fields: [degree = ""], params }) => {
    if (!DIVIDED.has(code) || "stack" in params) return true;
    if (reported.has(degree)) return false;
    reported.add(degree);
    return true;
  });
  return reported.size === 0 ? left : left.filter(({ code }) => code !== "degrees-do-not-divide-devices");
}
