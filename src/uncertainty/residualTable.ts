import {
  type KindRow,
  kindTable,
  type Lookup,
  type Measured,
  type MeasuredRun,
  rowsByKey,
} from "./kindTable.ts";
import { LEVEL } from "./quantiles.ts";
import { type Between, type Spread, shiftsOf, spreadsOf } from "./spreads.ts";

/** What measured runs say of others: their residuals by kind, and how far classes of runs lie from one another. */
export interface ResidualTable {
  readonly rows: readonly KindRow[];
  readonly spreads: readonly Spread[];
}

/** `shifts` do not depend on the level: whoever asks for several hands them in. */
export function residualTable(
  runs: readonly MeasuredRun[],
  level = LEVEL,
  shifts = shiftsOf(runs),
): ResidualTable {
  return { rows: kindTable(runs, level), spreads: spreadsOf(shifts, level) };
}

/** A table to look things up in. */
export interface Residuals {
  readonly row: Lookup;
  spread(of: Measured, between: Between): Spread | undefined;
}

export function lookupIn({ rows, spreads }: ResidualTable): Residuals {
  return {
    row: rowsByKey(rows),
    spread: (of, between) => spreads.find((one) => one.of === of && one.between === between),
  };
}
