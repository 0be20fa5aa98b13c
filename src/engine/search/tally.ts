import type { Refusal } from "../scenario.ts";

/** Why a part of the candidates is not among the answers. */
export type Reason =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** No scenario: a value out of its field's range. */
  | { readonly kind: "unmade"; readonly reason: string; readonly example: string }
  | { readonly kind: "over memory"; readonly bytes: number; readonly capacity: number }
  /** By the asker's own conditions. */
  | { readonly kind: "turned away"; readonly reason: string }
  /** A bound on what it is sought for shows that it is not among the best, whatever else it would come to. */
  | { readonly kind: "beaten" };

export interface Counted {
  readonly count: number;
  /** The first that was met; of those over memory the one that lacks least. */
  readonly example: Reason;
  readonly place: number;
  /** Of those over memory, how many need at least so much: a count for each of `EXCESSES` that they stay within, the last for all beyond. */
  readonly excesses?: readonly number[];
}

/** What a plan needs over what its devices have, up to which plans over memory are counted together. */
export const EXCESSES = [1.1, 1.5, 2, 4] as const;

/** Candidates by the reason against them. */
export class Tally {
  readonly #counted = new Map<string, Counted>();

  add(reason: Reason, count: number, place: number): void {
    const key = keyOf(reason);
    const known = this.#counted.get(key);
    const excesses = reason.kind === "over memory" ? withExcess(known?.excesses, reason, count) : null;
    const nearer =
      reason.kind === "over memory" &&
      known?.example.kind === "over memory" &&
      reason.bytes / reason.capacity < known.example.bytes / known.example.capacity;
    this.#counted.set(key, {
      ...(known && !nearer ? { example: known.example, place: known.place } : { example: reason, place }),
      count: (known?.count ?? 0) + count,
      ...(excesses ? { excesses } : {}),
    });
  }

  /** Most frequent first. */
  list(): readonly Counted[] {
    return [...this.#counted.values()].sort((a, b) => b.count - a.count);
  }
}

function withExcess(
  counts: readonly number[] = new Array<number>(EXCESSES.length + 1).fill(0),
  { bytes, capacity }: Extract<Reason, { kind: "over memory" }>,
  count: number,
): readonly number[] {
  const found = EXCESSES.findIndex((most) => bytes <= most * capacity);
  const within = found < 0 ? EXCESSES.length : found;
  return counts.map((before, i) => (i === within ? before + count : before));
}

function keyOf(reason: Reason): string {
  switch (reason.kind) {
    case "refused":
      return `refused ${reason.refusal.code}`;
    case "unmade":
    case "turned away":
      return `${reason.kind} ${reason.reason}`;
    default:
      return reason.kind;
  }
}
