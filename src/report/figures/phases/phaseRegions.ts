import type { Phase } from "./phase.ts";

/** Region of a phase diagram: adjacent cells with one label. */
export interface Region {
  readonly label: string;
  /** Column of the region's label: the middle of its longest row. */
  readonly i: number;
  /** Row of the region's label. */
  readonly j: number;
  /** Number of cells in the region's longest row. */
  readonly wide: number;
}

/** Regions of a phase diagram. Adjacent cells with equal labels form one region. */
export function phaseRegions(cells: readonly (readonly (Phase | null)[])[]): readonly Region[] {
  const found: Region[] = [];
  const seen = new Set<string>();
  const labelAt = (i: number, j: number): string | undefined => cells[j]?.[i]?.label;
  for (const [j, row] of cells.entries())
    for (const [i, cell] of row.entries()) {
      if (!cell || seen.has(`${i} ${j}`)) continue;
      const rows = new Map<number, number[]>();
      const open: (readonly [number, number])[] = [[i, j]];
      for (let next = open.pop(); next; next = open.pop()) {
        const [a, b] = next;
        if (labelAt(a, b) !== cell.label || seen.has(`${a} ${b}`)) continue;
        seen.add(`${a} ${b}`);
        rows.set(b, [...(rows.get(b) ?? []), a]);
        open.push([a + 1, b], [a - 1, b], [a, b + 1], [a, b - 1]);
      }
      found.push({ label: cell.label, ...longestRun(rows) });
    }
  return found;
}

function longestRun(rows: ReadonlyMap<number, readonly number[]>): Pick<Region, "i" | "j" | "wide"> {
  let best = { i: 0, j: 0, wide: 0 };
  const middle = [...rows.keys()].reduce((sum, j) => sum + j, 0) / rows.size;
  for (const [j, columns] of [...rows].sort(
    ([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle) || a - b,
  )) {
    const sorted = [...columns].sort((a, b) => a - b);
    let from = 0;
    for (const [at, i] of sorted.entries()) {
      if (at > 0 && i !== (sorted[at - 1] ?? i) + 1) from = at;
      const wide = at - from + 1;
      if (wide > best.wide) best = { i: ((sorted[from] ?? i) + i) / 2, j, wide };
    }
  }
  return best;
}
