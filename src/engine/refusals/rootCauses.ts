import type { Refusal } from "../scenario/scenario.ts";

/** Codes of a degree that does not divide something of the model, the first of which tells the rest. */
const DIVIDED: ReadonlySet<string> = new Set([
  "not-divisible",
  "heads-not-divisible",
  "recurrence-not-divisible",
  "width-not-divisible",
]);

/**
 * One error a cause: a tensor-parallel degree that does not divide the heads divides neither key-value heads nor widths, and a product of
 * degrees follows from its factors.
 */
export function rootCauses(found: readonly Refusal[]): readonly Refusal[] {
  if (found.length < 2) return found;
  const told = new Set<string>();
  const left = found.filter(({ code, fields: [degree = ""], params }) => {
    if (!DIVIDED.has(code) || "stack" in params) return true;
    if (told.has(degree)) return false;
    told.add(degree);
    return true;
  });
  return told.size === 0 ? left : left.filter(({ code }) => code !== "degrees-do-not-divide-devices");
}
