import { fnv1a } from "../../units/index.ts";

/** Half of the measured rows that a row belongs to. */
export type Part = "fit" | "held out";

/**
 * Half of a row. Constants are fitted on one half and reported on the other. The half depends on the row's id
 * alone: the highest bit of the 32-bit FNV-1a of its UTF-8 bytes, 0 for fitting, 1 for held out. It never
 * changes when tables grow, and anyone can compute it. Ids that differ in their last digit mostly share a
 * half. Neighbours of a sweep thus stay together: separating them would make the held-out half easy.
 */
export function partOf(id: string): Part {
  const bytes = new TextEncoder().encode(id);
  return fnv1a(bytes.length, (at) => bytes[at] as number) >>> 31 === 0 ? "fit" : "held out";
}
