import type { Refusal } from "../scenario/scenario.ts";

/** Reason why a candidate is not among the answers. */
export type Reason =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Invalid: a value is out of its field's range, so there is no scenario. */
  | { readonly kind: "unmade"; readonly reason: string; readonly example: string }
  | { readonly kind: "over memory"; readonly bytes: number; readonly capacity: number }
  /** Excluded where only plans that fit for sure are sought. `bytes`: upper end of the peak's interval, or a bound on it. */
  | { readonly kind: "may not fit"; readonly bytes: number; readonly capacity: number }
  /** Excluded by the search's own conditions. */
  | { readonly kind: "excluded"; readonly reason: string }
  /** Pruned: a bound on the objective shows that the candidate is not among the best. */
  | { readonly kind: "beaten" };

export interface Counted {
  readonly count: number;
  /** Example of the reason: the first one found. For candidates out of memory, or that may not fit, the one that lacks least. */
  readonly example: Reason;
  readonly place: number;
  /**
   * Numbers of candidates out of memory, by bytes needed ÷ capacity: one number for each upper limit in `EXCESSES`, and a last
   * one for all above.
   */
  readonly excesses?: readonly number[];
}

/** Upper limits of bytes needed ÷ capacity. Plans out of memory are counted together up to each limit. */
export const EXCESSES = [1.1, 1.5, 2, 4] as const;

/** Count of one reason during the search. */
interface Count {
  count: number;
  example: Reason;
  place: number;
  readonly excesses: number[] | null;
}

/** Counts candidates by the reason against them. */
export class Tally {
  /** Counts by the reason's kind, then by the key that distinguishes reasons of that kind. */
  readonly #counts = new Map<Reason["kind"], Map<string, Count>>();

  add(reason: Reason, count: number, place: number): void {
    const known = this.#of(reason, place);
    known.count += count;
    if (reason.kind === "over memory") addExcess(known.excesses, reason, count);
    const { example } = known;
    if (isLacking(reason) && isLacking(example) && lack(reason) < lack(example)) {
      known.example = reason;
      known.place = place;
    }
  }

  #of(reason: Reason, place: number): Count {
    const alike = this.#counts.get(reason.kind) ?? new Map<string, Count>();
    this.#counts.set(reason.kind, alike);
    const name = nameOf(reason);
    const known = alike.get(name);
    if (known) return known;
    const excesses = reason.kind === "over memory" ? new Array<number>(EXCESSES.length + 1).fill(0) : null;
    const made: Count = { count: 0, example: reason, place, excesses };
    alike.set(name, made);
    return made;
  }

  /** Reasons with their counts, most frequent first. */
  list(): readonly Counted[] {
    return [...this.#counts.values()]
      .flatMap((alike) => [...alike.values()])
      .map(({ excesses, ...one }) => (excesses === null ? one : { ...one, excesses: [...excesses] }))
      .sort((a, b) => b.count - a.count);
  }
}

type Lacking = Extract<Reason, { kind: "over memory" | "may not fit" }>;

const isLacking = (reason: Reason): reason is Lacking =>
  reason.kind === "over memory" || reason.kind === "may not fit";

const lack = ({ bytes, capacity }: Lacking): number => bytes / capacity;

function addExcess(counts: number[] | null, { bytes, capacity }: Lacking, count: number): void {
  if (counts === null) return;
  const found = EXCESSES.findIndex((most) => bytes <= most * capacity);
  const within = found < 0 ? EXCESSES.length : found;
  counts[within] = (counts[within] ?? 0) + count;
}

function nameOf(reason: Reason): string {
  switch (reason.kind) {
    case "refused":
      return reason.refusal.code;
    case "unmade":
    case "excluded":
      return reason.reason;
    default:
      return "";
  }
}
