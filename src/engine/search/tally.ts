import type { Refusal } from "../scenario/scenario.ts";

/** Why a part of the candidates is not among the answers. */
export type Reason =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** No scenario: a value out of its field's range. */
  | { readonly kind: "unmade"; readonly reason: string; readonly example: string }
  | { readonly kind: "over memory"; readonly bytes: number; readonly capacity: number }
  /** Set aside where only plans that fit for sure are sought: `bytes` is the upper end of its peak's interval, or a bound on that. */
  | { readonly kind: "may not fit"; readonly bytes: number; readonly capacity: number }
  /** By the asker's own conditions. */
  | { readonly kind: "turned away"; readonly reason: string }
  /** A bound on what it is sought for shows that it is not among the best, whatever else it would come to. */
  | { readonly kind: "beaten" };

export interface Counted {
  readonly count: number;
  /** The first that was met; of those over memory, and of those that may not fit, the one that lacks least. */
  readonly example: Reason;
  readonly place: number;
  /** Of those over memory, how many need at least so much: a count for each of `EXCESSES` that they stay within, the last for all beyond. */
  readonly excesses?: readonly number[];
}

/** What a plan needs over what its devices have, up to which plans over memory are counted together. */
export const EXCESSES = [1.1, 1.5, 2, 4] as const;

/** Of a reason, while candidates are counted. */
interface Count {
  count: number;
  example: Reason;
  place: number;
  readonly excesses: number[] | null;
}

/** Candidates by the reason against them. */
export class Tally {
  /** By the kind of the reason, and what tells apart reasons of a kind. */
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

  /** Most frequent first. */
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
    case "turned away":
      return reason.reason;
    default:
      return "";
  }
}
