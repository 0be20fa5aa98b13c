import type { Field } from "../scenario/field.ts";
import type { Candidates } from "./candidates.ts";

/** Returns the choice that sets `field` and nothing else, with the bit of its setting; null where no choice does. */
export function ownChoice(
  candidates: Candidates,
  field: Field,
): { readonly choice: number; readonly bits: number } | null {
  const { settings } = candidates;
  const bits = candidates.reads(field);
  const at = settings.findIndex((_, i) => bits === 1 << i);
  const choice = settings[at]?.choice;
  if (choice === undefined || settings.some((one, i) => i !== at && one.choice === choice)) return null;
  return { choice, bits };
}
