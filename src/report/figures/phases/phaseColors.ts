import { PALETTE, paletteColor } from "../theme.ts";
import type { Phase } from "./phase.ts";

/**
 * A colour for each of a phase diagram's labels. While the palette lasts each has its own; of more, the one that fewest others
 * have among those that no label has whose cells touch its own, corners included: regions side by side are always told apart.
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
