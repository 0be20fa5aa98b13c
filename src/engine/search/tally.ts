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
}

/** Candidates by the reason against them. */
export class Tally {
  readonly #counted = new Map<string, Counted>();

  add(reason: Reason, count: number, place: number): void {
    const key = keyOf(reason);
    const known = this.#counted.get(key);
    if (known) {
      const nearer =
        reason.kind === "over memory" &&
        known.example.kind === "over memory" &&
        reason.bytes / reason.capacity < known.example.bytes / known.example.capacity;
      this.#counted.set(key, {
        ...(nearer ? { example: reason, place } : known),
        count: known.count + count,
      });
    } else this.#counted.set(key, { count, example: reason, place });
  }

  /** Most frequent first. */
  list(): readonly Counted[] {
    return [...this.#counted.values()].sort((a, b) => b.count - a.count);
  }
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
