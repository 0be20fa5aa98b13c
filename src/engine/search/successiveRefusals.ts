import { checks } from "../refusals/refusals.ts";
import type { Refusal } from "../scenario/scenario.ts";
import type { Point } from "./candidates.ts";
import type { Memo } from "./memo.ts";
import type { Space } from "./space.ts";
import { SuccessiveFinding } from "./successiveFinding.ts";
import { isError, looked } from "./validity.ts";

/**
 * Maximum number of distinct candidates whose findings a check memoises. Above it, only the last finding is stored, because
 * telling candidates apart would cost more than checking again.
 */
const MOST = 2 ** 17;
/**
 * Maximum number of distinct candidates whose findings a check that reads the cluster memoises. It is lower than `MOST`
 * because the memo holds each candidate's own cluster.
 */
const MOST_CLUSTERS = 2 ** 12;

/**
 * Finds all refusals of candidates that are visited one after another. A check runs again only where a choice that it reads has
 * changed.
 */
export class SuccessiveRefusals {
  readonly #space: Space;
  readonly #checks: readonly Memo<readonly Refusal[]>[];
  readonly #inTurn = checks.map((check) => new SuccessiveFinding(check));
  /** Last finding of each check; null where the point had no scenario. */
  readonly #found: (readonly Refusal[] | null)[];
  #choices: readonly number[] = [];
  #memoised: readonly boolean[] = [];
  /** Indices of the checks to run again, by the bit mask of the choices that changed. */
  #reading = new Map<number, readonly number[]>();
  /** Last findings of all checks, joined. */
  #all: readonly Refusal[] | null = null;
  readonly #last: Point;
  /** `candidates.seen.count` when the choices were looked up. */
  #seen = -1;

  constructor(space: Space) {
    this.#space = space;
    this.#checks = looked(space, null, (found) => found.filter(isError));
    this.#found = this.#checks.map(() => null);
    this.#last = new Int32Array(space.candidates.sizes.length);
  }

  /** Refusals at a point, in the order of the checks; null where the point has no scenario. */
  at(point: Point): readonly Refusal[] | null {
    const { candidates } = this.#space;
    const seen = candidates.seen.count;
    const turned = seen === this.#seen ? this.#turned(point) : ~0;
    if (turned === ~0) this.#choose();
    // A run may be cut off in here, which must leave no state that looks current.
    this.#seen = -1;
    const found = this.#found;
    let same = turned !== ~0;
    for (const i of this.#readingOf(turned)) {
      const own = this.#look(i, point);
      same &&= own === found[i] || (own?.length === 0 && found[i]?.length === 0);
      found[i] = own;
    }
    this.#last.set(point);
    if (!same) this.#all = together(found);
    this.#seen = seen;
    return this.#all;
  }

  #readingOf(turned: number): readonly number[] {
    const known = this.#reading.get(turned);
    if (known) return known;
    const reading = [...this.#checks.keys()].filter(
      (i) => turned === ~0 || (turned & (this.#choices[i] ?? 0)) !== 0,
    );
    this.#reading.set(turned, reading);
    return reading;
  }

  #turned(point: Point): number {
    let bits = 0;
    for (let i = 0; i < point.length; i++) if (point[i] !== this.#last[i]) bits |= 1 << i;
    return bits;
  }

  #look(i: number, point: Point): readonly Refusal[] | null {
    if (this.#memoised[i] === true) return this.#checks[i]?.at(point) ?? null;
    const scenario = this.#space.candidates.at(point);
    return "unmade" in scenario ? null : (this.#inTurn[i]?.at(scenario) ?? null);
  }

  #choose(): void {
    this.#reading = new Map();
    const { settings, sizes } = this.#space.candidates;
    this.#choices = this.#checks.map(({ reads }) =>
      settings.reduce((bits, { choice }, i) => ((reads >> i) & 1 ? bits | (1 << choice) : bits), 0),
    );
    this.#memoised = this.#choices.map(
      (bits, check) =>
        sizes.reduce((count, size, i) => ((bits >> i) & 1 ? count * size : count), 1) <=
        (checks[check]?.reads.includes("cluster") ? MOST_CLUSTERS : MOST),
    );
  }
}

/** Joins the findings of all checks. Null where a check had no scenario to look at. */
function together(found: readonly (readonly Refusal[] | null)[]): readonly Refusal[] | null {
  let all: readonly Refusal[] = [];
  for (const own of found) {
    if (own === null) return null;
    if (own.length > 0) all = all.length === 0 ? own : [...all, ...own];
  }
  return all;
}
