import { checks } from "../refusals/refusals.ts";
import type { Refusal } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/** The engine's checks, each looked at once for all candidates that agree in what it reads. */
export type Validity = readonly Remembered<Refusal | "passes">[];

export function validity(space: Space): Validity {
  return looked(space, (found) => found.find(({ severity }) => severity === "error") ?? "passes");
}

function looked<T>(space: Space, of: (found: readonly Refusal[]) => T): readonly Remembered<T>[] {
  return checks.map(
    ({ reads, find }) =>
      new Remembered(
        space,
        () => reads,
        (scenario) => {
          const layouts = reads.includes("split") ? layoutsOf(scenario) : null;
          return of(find(scenario, layouts));
        },
      ),
  );
}

/** The first refusal of a candidate. */
export function refusalOf(validity: Validity, point: Point): Refusal | null {
  for (const check of validity) {
    const verdict = check.at(point);
    if (verdict !== null && verdict !== "passes") return verdict;
  }
  return null;
}

/** All refusals of candidates that are asked one after another: a check is looked at again where a choice that it reads has turned. */
export class Refusals {
  readonly #space: Space;
  readonly #checks: readonly Remembered<readonly Refusal[]>[];
  /** What each check found last, and the choices that it reads, as bits. */
  readonly #found: (readonly Refusal[] | null)[];
  #choices: readonly number[] = [];
  readonly #last: Point;
  /** What the candidates had seen when the choices were looked up. */
  #seen = -1;

  constructor(space: Space) {
    this.#space = space;
    this.#checks = looked(space, (found) => found.filter(({ severity }) => severity === "error"));
    this.#found = this.#checks.map(() => null);
    this.#last = new Int32Array(space.candidates.sizes.length);
  }

  /** In the order of the checks; null where the point has no scenario. */
  at(point: Point): readonly Refusal[] | null {
    const { candidates } = this.#space;
    const { seen } = candidates;
    const turned = seen === this.#seen ? this.#turned(point) : ~0;
    if (turned === ~0) this.#look();
    // Of a run that is cut off in here nothing holds.
    this.#seen = -1;
    const found = this.#found;
    for (let i = 0; i < found.length; i++)
      if (turned === ~0 || (turned & (this.#choices[i] ?? 0)) !== 0)
        found[i] = this.#checks[i]?.at(point) ?? null;
    this.#last.set(point);
    this.#seen = seen;
    let all = NONE;
    for (let i = 0; i < found.length; i++) {
      const own = found[i] ?? null;
      if (own === null) return null;
      if (own.length > 0) all = all.length === 0 ? own : [...all, ...own];
    }
    return all;
  }

  #turned(point: Point): number {
    let bits = 0;
    for (let i = 0; i < point.length; i++) if (point[i] !== this.#last[i]) bits |= 1 << i;
    return bits;
  }

  #look(): void {
    const { settings } = this.#space.candidates;
    this.#choices = this.#checks.map(({ reads }) =>
      settings.reduce((bits, { choice }, i) => ((reads >> i) & 1 ? bits | (1 << choice) : bits), 0),
    );
  }
}

const NONE: readonly Refusal[] = [];
