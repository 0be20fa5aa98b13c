/** Half of the measured rows that a row belongs to. */
export type Part = "fit" | "held out";

/**
 * Half of a row. Constants are fitted on one half and reported on the other. The half depends on the row's id
 * alone: the highest bit of the 32-bit FNV-1a of its UTF-8 bytes, 0 for fitting, 1 for held out. It never
 * changes when tables grow, and anyone can compute it. Ids that differ in their last digit mostly share a
 * half. Neighbours of a sweep thus stay together: separating them would make the held-out half easy.
 */
export function partOf(id: string): Part {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 31 === 0 ? "fit" : "held out";
}
