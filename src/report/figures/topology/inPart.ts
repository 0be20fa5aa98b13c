/** A place in a row: the number of what stands there, or null for those that are left out. */
export interface Slot {
  readonly index: number | null;
  /** The middle of the place. */
  readonly x: number;
}

export interface Row {
  readonly slots: readonly Slot[];
  /** The width of a place. */
  readonly step: number;
}

/** A mark in a place of this width, with room between marks where the picture is drawn narrower than it was designed, px. */
export const smallMark = (step: number): number => Math.min(11, 0.72 * step);

/** The gap for those that are left out is no wider, px. */
const GAP = 64;

/** A row of `count` things between two edges: all of them, or the first ones, a gap and the last, `most` places in all. */
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
