/** Place for an item in a row of a drawing. `index` is the item's, or null for the gap of omitted items. */
export interface Slot {
  readonly index: number | null;
  /** Centre of the place along the row, px. */
  readonly x: number;
}

export interface Row {
  readonly slots: readonly Slot[];
  /** Width that each item has in the row, px. */
  readonly step: number;
}

/**
 * Side of a small mark in a place that is `step` px wide. It leaves a gap to the neighbours, even where the
 * picture is drawn narrower than designed.
 */
export const smallMark = (step: number): number => Math.min(11, 0.72 * step);

/** Largest width of the gap for omitted items, px. */
const GAP = 64;

/**
 * Row of `count` items between two x coordinates, in at most `most` places: all items, or the first ones, a
 * gap and the last.
 */
export function inPart(count: number, most: number, from: number, to: number): Row {
  const places = Math.min(count, Math.max(3, most));
  const even = (to - from) / places;
  if (count === places)
    return {
      slots: Array.from({ length: count }, (_, index) => ({ index, x: from + (index + 0.5) * even })),
      step: even,
    };
  const gap = Math.min(GAP, even);
  const step = (to - from - gap) / (places - 1);
  const first = Array.from(
    { length: places - 2 },
    (_, index): Slot => ({ index, x: from + (index + 0.5) * step }),
  );
  return {
    slots: [...first, { index: null, x: to - step - gap / 2 }, { index: count - 1, x: to - step / 2 }],
    step,
  };
}
