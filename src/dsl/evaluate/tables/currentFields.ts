import type { Point } from "../../../engine/search/candidates.ts";
import { isPoison, type Poison } from "../values/value.ts";
import type { SettingOf } from "./candidateSettings.ts";
import type { SettingMemo, SettingMemos } from "./settingMemos.ts";

/**
 * Field values of a table's current candidate: one combination of its `for` values. Moving to another candidate reads
 * only the fields that may differ there.
 */
export class CurrentFields {
  /** Values of all fields for the current candidate, in the order of the memos of the fields. */
  readonly values: unknown[];
  readonly #fields: readonly SettingMemo[];
  readonly #settings: readonly SettingOf[];
  readonly #memos: SettingMemos;
  /** For each field, a bit mask of the settings (varied paths) that its value was seen to depend on. */
  readonly #reads: Int32Array;
  /** For each field, the value that the counter `clock` had when the field was last read. */
  readonly #times: Float64Array;
  readonly #every: readonly number[];
  readonly #now: Point;
  #clock = 0;
  #begun = false;
  #wrong: Poison | null = null;
  /** Bit mask of the settings that changed in the last move to another candidate. 0 where that move read all fields. */
  #turned = 0;
  /** Indices of the fields that were read in the last move, because they depend on a setting that changed. */
  #turning: readonly number[] = [];
  /** Value that the counter `clock` had before the last move to another candidate. */
  #turnedFrom = 0;

  constructor(
    fields: readonly SettingMemo[],
    settings: readonly SettingOf[],
    memos: SettingMemos,
    choices: number,
  ) {
    this.values = fields.map(() => undefined);
    this.#fields = fields;
    this.#settings = settings;
    this.#memos = memos;
    this.#reads = new Int32Array(fields.length);
    this.#times = new Float64Array(fields.length);
    this.#every = [...fields.keys()];
    this.#now = new Int32Array(choices);
  }

  /** Counter that grows whenever a field is read. Callers compare its values to find fields that were read since. */
  get clock(): number {
    return this.#clock;
  }

  /**
   * True where some field with an index from `from` to below `to` was read after the counter `clock` had the value
   * `than`.
   */
  isNewer(than: number, from: number, to = this.#times.length): boolean {
    for (let i = from; i < to; i++) if ((this.#times[i] ?? 0) > than) return true;
    return false;
  }

  /**
   * Calls `visit` with the index of each field that was read after the counter `clock` had the given value. As soon as
   * `visit` returns false, the loop stops and the result is false.
   */
  since(clock: number, visit: (field: number) => boolean): boolean {
    for (const i of clock === this.#turnedFrom ? this.#turning : this.#every)
      if ((this.#times[i] ?? 0) > clock && !visit(i)) return false;
    return true;
  }

  /**
   * Makes the candidate at `point` the current one, and reads the fields that may differ there. Returns the error of
   * the first field that cannot be read, or null.
   */
  turnTo(point: Point): Poison | null {
    const turned = this.#differing(point);
    if (this.#begun && turned === 0) return this.#wrong;
    if (!this.#begun || turned !== this.#turned) {
      this.#turning = this.#begun
        ? this.#every.filter((i) => ((this.#reads[i] ?? 0) & turned) !== 0)
        : this.#every;
      this.#turned = this.#begun ? turned : 0;
    }
    let failed = this.#wrong !== null;
    // An interrupt can end the run inside the loop below and leave mixed values. Until the loop is complete, no
    // candidate is current.
    this.#begun = false;
    this.#turnedFrom = this.#clock;
    for (const i of this.#turning) {
      const of = this.#fields[i] as SettingMemo;
      const value = this.#memos.valueAt(of, point);
      if (this.#reads[i] !== of.reads) this.#turned = 0;
      this.#reads[i] = of.reads;
      this.values[i] = value;
      this.#times[i] = ++this.#clock;
      failed ||= isPoison(value);
    }
    this.#now.set(point);
    this.#begun = true;
    this.#wrong = failed ? (this.values.find(isPoison) ?? null) : null;
    return this.#wrong;
  }

  /** Bit mask of the settings in which a candidate differs from the current one. */
  #differing(point: Point): number {
    const now = this.#now;
    const settings = this.#settings;
    let bits = 0;
    for (let i = 0; i < settings.length; i++) {
      const { choice, levels } = settings[i] as SettingOf;
      if (levels[now[choice] ?? 0] !== levels[point[choice] ?? 0]) bits |= 1 << i;
    }
    return bits;
  }
}
