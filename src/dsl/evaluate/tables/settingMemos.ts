import type { Point, Seen, Setting } from "../../../engine/search/candidates.ts";
import { Reader } from "../scenario/read.ts";
import type { Context } from "../values/context.ts";
import { type Agreement, agreement } from "./agreement.ts";
import { BoundedMemo } from "./boundedMemo.ts";

/**
 * Memo of one field or expression over a table's candidates (combinations of its `for` values). Candidates share a
 * value where they have equal values of all settings (varied paths) in the mask `reads`.
 */
export interface SettingMemo {
  readonly read: (reader: Reader, point: Point) => unknown;
  /**
   * Bit mask of the settings that the value was seen to depend on. The mask grows when a computation reads further
   * settings.
   */
  reads: number;
  /**
   * Numbering of candidates, whose numbers are the keys of `values`. Candidates with equal values of the settings in
   * `reads` have equal numbers.
   */
  agreement: Agreement;
  values: BoundedMemo<unknown>;
  /** Number (by `agreement`) of the candidate in the last lookup, whose result is in `value`; -1 for none. */
  number: number;
  value: unknown;
  /** Maximum number of values that the memo holds. */
  readonly most: number;
}

export interface SettingMemos {
  /** Counter that grows whenever a computation reads settings that its memo did not depend on so far. */
  readonly seen: Seen;
  /**
   * Makes a memo for values that `read` computes. `most` is the maximum number of stored values. `bits` is the mask of
   * settings that the value depends on in any case.
   */
  memo(most: number, bits: number, read: SettingMemo["read"]): SettingMemo;
  /**
   * Value for the candidate at a point. The memo computes it unless it has the value of a candidate with the same
   * number.
   */
  valueAt(of: SettingMemo, point: Point, asking?: Context): unknown;
}

/**
 * Returns functions that make and read memos over a table's settings (varied paths). Every memo depends on the settings
 * in the bit mask `always`.
 */
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
      // An interrupt can end the run between any two of the following statements, so the last lookup is invalidated
      // first.
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
 * Records a memo's last lookup. An interrupt can end the run between any two statements, so the number is invalid while
 * the value changes.
 */
function remember(of: SettingMemo, number: number, value: unknown): void {
  of.number = -1;
  of.value = value;
  of.number = number;
}
