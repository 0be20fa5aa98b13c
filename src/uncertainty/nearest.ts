import type { KindRow, Lookup, Measured } from "./kindTable.ts";
import type { Ends } from "./quantiles.ts";
import {
  keyOf,
  type Level,
  levels,
  memorySizes,
  type RunKind,
  type Size,
  type Sizes,
  sizes,
} from "./runKind.ts";

/** A size is beyond what was measured when it is more than this many times larger or smaller. */
const NEAR = 2;

/** The measured runs that are nearest to a scenario. */
export interface Nearest {
  readonly row: KindRow;
  readonly level: Level;
  /** The row's, and in them those of the kinds passed over. */
  readonly ends: Ends;
  /** Kinds nearer than the row that were measured often enough, but not as far. */
  readonly passed: number;
}

/**
 * The most particular kind of run that was measured often enough and reaches as far as the scenario. Kinds that were passed over
 * because they do not reach are held in its ends too: further from what was measured an interval never shrinks. null when nothing was
 * measured.
 */
export function nearest(lookup: Lookup, of: Measured, kind: RunKind, at: Sizes): Nearest | null {
  // A device whose generation nobody measured is like none that was: only all runs together say how far off it may be.
  const known = lookup(of, keyOf(kind, ["architecture"])) !== undefined;
  const rows = (known ? levels : [[]]).flatMap((level: Level) => {
    const row = lookup(of, keyOf(kind, level));
    return row?.ends ? [{ level, row, ends: row.ends }] : [];
  });
  const reaching = rows.findIndex(({ row }) => reaches(row, kind, at));
  const index = reaching < 0 ? rows.length - 1 : reaching;
  const found = rows[index];
  if (!found) return null;
  const { row, level, ends } = found;
  const short = rows.slice(0, index).map((one) => one.ends);
  return {
    row,
    level,
    ends: {
      low: Math.min(ends.low, ...short.map(({ low }) => low)),
      median: ends.median,
      high: Math.max(ends.high, ...short.map(({ high }) => high)),
    },
    passed: short.length,
  };
}

function reaches(row: KindRow, kind: RunKind, at: Sizes): boolean {
  return kind.traits.every((trait) => row.traits.includes(trait)) && beyond(row, at).length === 0;
}

/** The sizes in which a scenario is further out than a kind's runs. */
export function beyond({ of, seen }: KindRow, at: Sizes): readonly Size[] {
  return (of === "memory" ? memorySizes : sizes).filter((size) => {
    const [least, most] = seen[size];
    return at[size] > NEAR * most || at[size] * NEAR < least;
  });
}
