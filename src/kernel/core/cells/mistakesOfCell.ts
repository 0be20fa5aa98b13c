import { cellName } from "./cellName.ts";

/**
 * Mistakes to show at a notebook's cell: those placed in it, whichever cell found them, and those in files, found by it. Each once.
 *
 * @param found mistakes by the cell that found them
 * @param at index of the cell
 * @param fileOf name of the file or cell in which a mistake is; null for none
 * @param keyOf text that is the same for the same mistake
 */
export function mistakesOfCell<One>(
  found: readonly (readonly One[])[],
  at: number,
  fileOf: (one: One) => string | null,
  keyOf: (one: One) => string,
): readonly One[] {
  const names = new Set(found.map((_all, index) => cellName(index)));
  const own = found.flatMap((all, by) =>
    all.filter((one) => {
      const file = fileOf(one);
      return file !== null && names.has(file) ? file === cellName(at) : by === at;
    }),
  );
  const seen = new Set<string>();
  return own.filter((one) => {
    const key = keyOf(one);
    return !seen.has(key) && seen.add(key);
  });
}
