import { fnv1a } from "../../units/index.ts";

/** Which part of the measured rows a row belongs to. */
export type Part = "fit" | "held out";

/**
 * Constants are fitted on one half of the rows and reported on the other. The half is a property of the row's id alone
 * (the highest bit of the 32-bit FNV-1a of its UTF-8 bytes: 0 is for fitting, 1 is held out), so it never changes when tables grow, and
 * anyone can compute it. Ids that differ in their last digit mostly fall on one side: neighbours of a sweep are not told apart, which
 * would make the held-out half easy.
 */
export function partOf(id: string): Part {
  const bytes = new TextEncoder().encode(id);
  return fnv1a(bytes.length, (at) => bytes[at] as number) >>> 31 === 0 ? "fit" : "held out";
}
