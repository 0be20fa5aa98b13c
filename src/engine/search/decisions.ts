import type { Search } from "./search.ts";
import type { Contender } from "./standing.ts";
import { type Counted, type Reason, Tally } from "./tally.ts";

/** Account of a search: candidates that are decided, and the reasons against the rejected ones. */
export class Decisions {
  readonly tally = new Tally();
  /** Numbers of fully estimated and of feasible candidates. */
  estimated = 0;
  feasible = 0;
  /** True once a candidate never finished. */
  endlessMet = false;
  readonly #progress: Search["progress"];
  readonly #givenPlace: (place: number) => number;
  #total: number;
  #decided = 0;
  #walked = false;
  #refused: readonly Counted[] = [];
  #beaten: () => number = () => 0;
  #most = 0;

  /** `total` counts all combinations. `givenPlace` converts a place to one of the candidates that the search was given. */
  constructor(total: number, progress: Search["progress"], givenPlace: (place: number) => number) {
    this.#total = total;
    this.#progress = progress;
    this.#givenPlace = givenPlace;
  }

  /** Number of candidates; exact once all were visited. */
  get total(): number {
    return this.#total;
  }

  /** Number of decided candidates. Until all were visited, only those that a check refused are decided. */
  get decided(): number {
    return this.#walked ? this.#decided : countOf(this.reasons());
  }

  /** Reasons found before any candidate was estimated. */
  get refused(): readonly Counted[] {
    return this.#refused;
  }

  /** Number of candidates without a decision. */
  get open(): number {
    return this.#total - this.#decided;
  }

  reasons(): readonly Counted[] {
    return this.tally.list().map((one) => ({ ...one, place: this.#givenPlace(one.place) }));
  }

  /** Freezes the reasons that checks of whole branches found. */
  endVisits(): void {
    this.#refused = this.reasons();
  }

  /** Begins the count of decisions. `plans` were found in all branches, `open` of them in those of this search's share. */
  begin(plans: number, open: number): void {
    this.#total = plans + countOf(this.#refused);
    this.#decided = this.#total - open;
    this.#walked = true;
    this.#progress(() => this.#decided, this.#total, null);
  }

  /** Sets the function that counts open candidates whose bound is worse than the best. */
  countBeatenBy(beaten: () => number): void {
    this.#beaten = beaten;
  }

  /** Records that `count` candidates are decided: rejected for the reason, or offered as the best. */
  decide(reason: Reason | null, count: number, place: number, best: Contender | null): void {
    if (reason) this.tally.add(reason, count, place);
    if (reason?.kind === "refused" && reason.refusal.code === "never-finishes") this.endlessMet = true;
    this.#decided += count;
    this.#progress(() => this.#done(), this.#total, best);
  }

  /**
   * Number of candidates that are decided or whose bound is worse than the best. Splitting a branch may lower it for a moment, so
   * the largest number so far is returned.
   */
  #done(): number {
    this.#most = Math.max(this.#most, Math.min(this.#total, this.#decided + this.#beaten()));
    return this.#most;
  }
}

const countOf = (reasons: readonly Counted[]): number => reasons.reduce((sum, { count }) => sum + count, 0);
