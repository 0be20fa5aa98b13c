import { PALETTE, paletteColor } from "../theme/theme.ts";
import type { Phase } from "./phase.ts";

/**
 * Colour of each label of a phase diagram. Labels have distinct colours as long as the palette lasts. A
 * further label takes the least used colour that no neighbouring region has, diagonal neighbours included, so
 * that adjacent regions always differ.
 */
export function phaseColors(
  labels: readonly string[],
  cells: readonly (readonly (Phase | null)[])[],
): ReadonlyMap<string, string> {
  const touching = touchingLabels(cells);
  const places = new Map<string, number>();
  const used = PALETTE.map(() => 0);
  for (const [at, label] of labels.entries()) {
    const taken = new Set([...(touching.get(label) ?? [])].map((other) => places.get(other)));
    const free = used.flatMap((_, place) => (taken.has(place) ? [] : [place]));
    const least = Math.min(...free.map((place) => used[place] ?? 0));
    const place = free.find((one) => used[one] === least) ?? at % PALETTE.length;
    used[place] = (used[place] ?? 0) + 1;
    places.set(label, place);
  }
  return new Map([...places].map(([label, place]) => [label, paletteColor(place)]));
}

function touchingLabels(
  cells: readonly (readonly (Phase | null)[])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const join = (a: Phase | null | undefined, b: Phase | null | undefined): void => {
    if (!a || !b || a.label === b.label) return;
    found.set(a.label, (found.get(a.label) ?? new Set()).add(b.label));
    found.set(b.label, (found.get(b.label) ?? new Set()).add(a.label));
  };
  for (const [j, row] of cells.entries())
    for (const [i, cell] of row.entries())
      for (const other of [row[i + 1], ...[-1, 0, 1].map((shift) => cells[j + 1]?.[i + shift])])
        join(cell, other);
  return found;
}
