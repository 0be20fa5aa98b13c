import type { Point, Seen, Setting } from "../../../engine/search/candidates.ts";
import { Reader } from "../scenario/read.ts";
import type { Context } from "../values/context.ts";
import { type Agreement, agreement } from "./agreement.ts";
import { KeptValues } from "./keptValues.ts";

/** Something of a table's candidates as far as it was read: its value by the settings that it was seen to depend on. */
export interface SettledColumn {
  readonly read: (reader: Reader, point: Point) => unknown;
  /** Settings, as bits. */
  reads: number;
  /** The same number for points that agree in these. */
  agreement: Agreement;
  values: KeptValues<unknown>;
  /** The number that was asked about last, and its value. */
  number: number;
  value: unknown;
  /** Kept until they are read anew. */
  readonly most: number;
}

export interface SettledColumns {
  /** How often a column was seen to depend on more than was known. */
  readonly seen: Seen;
  /** `most`: values kept until they are read anew; `bits`: settings that it depends on whatever is seen. */
  column(most: number, bits: number, read: SettledColumn["read"]): SettledColumn;
  /** The column's value at a point, read where no point that agrees with it was asked about before. */
  valueAt(of: SettledColumn, point: Point, asking?: Context): unknown;
}

/** Columns over the settings of a table. `always`: settings, as bits, that every column is taken to depend on. */
export function settledColumns(
  context: Context,
  settings: readonly Setting[],
  always: number,
): SettledColumns {
  const seen = { count: 0 };
  return {
    seen,
    column(most, bits, read) {
      const reads = bits | always;
      const agrees = agreement(settings, reads);
      const values = new KeptValues<unknown>(agrees.size, most);
      return { read, reads, agreement: agrees, values, number: -1, value: undefined, most };
    },
    valueAt(of, point, asking = context) {
      const number = of.agreement.of(point);
      if (number === of.number) return of.value;
      const known = of.values.get(number);
      if (known !== undefined) {
        keepLast(of, number, known);
        return known;
      }
      const reader = new Reader(asking);
      const before = asking.reads;
      asking.reads = 0;
      const value = of.read(reader, point);
      const met = asking.reads | of.reads;
      asking.reads = before;
      // In this order, as a run may be cut off anywhere.
      if (met !== of.reads) {
        of.number = -1;
        of.agreement = agreement(settings, met);
        of.values = new KeptValues(of.agreement.size, of.most);
        of.reads = met;
        seen.count++;
      }
      const found = reader.failed ?? value;
      const own = of.agreement.of(point);
      of.values.set(own, found);
      keepLast(of, own, found);
      return found;
    },
  };
}

/** In this order, as a run may be cut off anywhere. */
function keepLast(of: SettledColumn, number: number, value: unknown): void {
  of.number = -1;
  of.value = value;
  of.number = number;
}
