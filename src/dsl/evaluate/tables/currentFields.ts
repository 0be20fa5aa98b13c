import type { Point } from "../../../engine/search/candidates.ts";
import { isPoison, type Poison } from "../values/value.ts";
import type { SettingOf } from "./candidateSettings.ts";
import type { SettingMemo, SettingMemos } from "./settingMemos.ts";

/** Field values at the last point that was asked for. Moving to another point reads only the fields that change. */
export class CurrentFields {
  /** Field values at the current point. */
  readonly values: unknown[];
  readonly #fields: readonly SettingMemo[];
  readonly #settings: readonly SettingOf[];
  readonly #memos: SettingMemos;
  /** Settings, as bits, that each field was seen to depend on. */
  readonly #reads: Int32Array;
  /** Clock at which each field was last read. */
  readonly #times: Float64Array;
  readonly #every: readonly number[];
  readonly #now: Point;
  #clock = 0;
  #begun = false;
  #wrong: Poison | null = null;
  /** Settings, as bits, that changed in the last turn; 0 where all fields were read. */
  #turned = 0;
  /** Fields that read a setting which changed in the last turn. */
  #turning: readonly number[] = [];
  /** Clock before the last turn. */
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

  /** Counter that grows whenever a field is read. */
  get clock(): number {
    return this.#clock;
  }

  /** True where one of the fields in a range of indices was read after the clock had the given value. */
  isNewer(than: number, from: number, to = this.#times.length): boolean {
    for (let i = from; i < to; i++) if ((this.#times[i] ?? 0) > than) return true;
    return false;
  }

  /** Visits the fields that were read after the clock had the given value, by their index. Returns false where a visit does. */
  since(clock: number, visit: (field: number) => boolean): boolean {
    for (const i of clock === this.#turnedFrom ? this.#turning : this.#every)
      if ((this.#times[i] ?? 0) > clock && !visit(i)) return false;
    return true;
  }

  /** Reads the fields that change at a point. Returns the error of the first field that cannot be read there, or null. */
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
    // A run may be cut off in here, which must leave no point that looks current.
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

  /** Settings, as bits, in which a point differs from the current one. */
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
