import { type Point, placeOf } from "../../../../src/engine/search/candidates.ts";
import { Memo, type MemoRow } from "../../../../src/engine/search/memo.ts";
import type { Space } from "../../../../src/engine/search/space.ts";
import { difference } from "./difference.ts";

/** A value that a memo gave to a candidate, and that is not the one worked out of the candidate itself. */
export interface Lie {
  readonly memo: string;
  /** The candidate's place. */
  readonly place: number;
  /** Where in the value the two differ, and how. */
  readonly where: string;
}

/** Told of every value that is worked out anew. */
export type Worked = (memo: string, place: number, value: unknown) => void;

/** Works out each value that is looked up anew, from the candidate's own scenario, and tells where the memo's value is another. */
export class CheckedMemo<T> extends Memo<T> {
  readonly #space: Space;
  readonly #row: MemoRow<T>;
  readonly #lied: (lie: Lie) => void;
  readonly #worked: Worked | null;
  readonly #checked = new Set<number>();

  constructor(space: Space, row: MemoRow<T>, lied: (lie: Lie) => void, worked: Worked | null) {
    super(space, row);
    this.#space = space;
    this.#row = row;
    this.#lied = lied;
    this.#worked = worked;
  }

  override at(point: Point): T | null {
    const found = super.at(point);
    const { candidates } = this.#space;
    const place = placeOf(candidates.sizes, point);
    const scenario = candidates.at(point);
    if (found === null || "unmade" in scenario || this.#checked.has(place)) return found;
    this.#checked.add(place);
    const { name, make } = this.#row;
    const value = make(scenario, point);
    this.#worked?.(name, place, value);
    const where = difference(found, value);
    if (where !== null) this.#lied({ memo: name, place, where });
    return found;
  }
}
