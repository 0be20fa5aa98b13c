import type { Point, Seen, Setting } from "../../../engine/search/candidates.ts";
import { Reader } from "../scenario/read.ts";
import type { Context } from "../values/context.ts";
import { type Agreement, agreement } from "./agreement.ts";
import { BoundedMemo } from "./boundedMemo.ts";

/** Memo of one field or expression over a table's candidates, by the settings that it was seen to depend on. */
export interface SettingMemo {
  readonly read: (reader: Reader, point: Point) => unknown;
  /** Settings, as bits, that the value was seen to depend on. */
  reads: number;
  /** Numbers points so that points which agree in the settings of `reads` have equal numbers. */
  agreement: Agreement;
  values: BoundedMemo<unknown>;
  /** Number of the last lookup; `value` is its value. */
  number: number;
  value: unknown;
  /** Maximum number of memoised values. */
  readonly most: number;
}

export interface SettingMemos {
  /** Counts how many times a memo was found to depend on further settings. */
  readonly seen: Seen;
  /** Makes a memo. `most` is the maximum number of memoised values, `bits` the settings that it depends on in any case. */
  memo(most: number, bits: number, read: SettingMemo["read"]): SettingMemo;
  /** Value of a memo at a point. It is read unless a point with the same number was read before. */
  valueAt(of: SettingMemo, point: Point, asking?: Context): unknown;
}

/** Makes memos over a table's settings. `always` are the settings, as bits, that every memo is taken to depend on. */
export function settingMemos(context: Context, settings: readonly Setting[], always: number): SettingMemos {
  const seen = { count: 0 };
  return {
    seen,
    memo(most, bits, read) {
      const reads = bits | always;
      const agrees = agreement(settings, reads);
      const values = new BoundedMemo<unknown>(agrees.size, most);
      return { read, reads, agreement: agrees, values, number: -1, value: undefined, most };
    },
    valueAt(of, point, asking = context) {
      const number = of.agreement.of(point);
      if (number === of.number) return of.value;
      const known = of.values.get(number);
      if (known !== undefined) {
        remember(of, number, known);
        return known;
      }
      const reader = new Reader(asking);
      const before = asking.reads;
      asking.reads = 0;
      const value = of.read(reader, point);
      const met = asking.reads | of.reads;
      asking.reads = before;
      // The number is invalidated first, as a run may be cut off between any two statements.
      if (met !== of.reads) {
        of.number = -1;
        of.agreement = agreement(settings, met);
        of.values = new BoundedMemo(of.agreement.size, of.most);
        of.reads = met;
        seen.count++;
      }
      const found = reader.failed ?? value;
      const own = of.agreement.of(point);
      of.values.set(own, found);
      remember(of, own, found);
      return found;
    },
  };
}

/**
 * Records the last lookup. The number is invalid meanwhile, as a run may be cut off between any two
 * statements.
 */
function remember(of: SettingMemo, number: number, value: unknown): void {
  of.number = -1;
  of.value = value;
  of.number = number;
}
