import type { Search } from "./search.ts";
import type { Contender } from "./standing.ts";
import { type Counted, type Reason, Tally } from "./tally.ts";

/** Counts the decided candidates of a search (rejected or estimated), and the reasons against rejected ones. */
export class Decisions {
  readonly tally = new Tally();
  /** Number of candidates that were estimated. `feasible` counts those that also fit and meet all conditions. */
  estimated = 0;
  feasible = 0;
  /** True once a candidate was refused because its run never finishes. Later branches are then checked for such runs. */
  endlessMet = false;
  readonly #progress: Search["progress"];
  readonly #givenPlace: (place: number) => number;
  #total: number;
  #decided = 0;
  #walked = false;
  #refused: readonly Counted[] = [];
  #beaten: () => number = () => 0;
  #most = 0;

  /**
   * `total`: number of combinations of all choices. `givenPlace` converts an index in the search's own order of candidates to
   * the index in the order of the candidates that the search was given.
   */
  constructor(total: number, progress: Search["progress"], givenPlace: (place: number) => number) {
    this.#total = total;
    this.#progress = progress;
    this.#givenPlace = givenPlace;
  }

  /** Number of distinct plans. Until `begin` is called, the number of combinations of all choices. */
  get total(): number {
    return this.#total;
  }

  /** Number of decided candidates. Until `begin` is called, it counts only candidates that a check refused. */
  get decided(): number {
    return this.#walked ? this.#decided : countOf(this.reasons());
  }

  /** Reasons against candidates, with counts, that checks of whole branches found before any candidate was estimated. */
  get refused(): readonly Counted[] {
    return this.#refused;
  }

  /** Number of candidates that are neither rejected nor estimated yet. */
  get open(): number {
    return this.#total - this.#decided;
  }

  reasons(): readonly Counted[] {
    return this.tally.list().map((one) => ({ ...one, place: this.#givenPlace(one.place) }));
  }

  /** Stores the reasons found so far as `refused`. Called once the checks have visited all branches. */
  endVisits(): void {
    this.#refused = this.reasons();
  }

  /**
   * Starts the count of decisions. `plans`: number of distinct plans in all branches. `open`: number of distinct plans in the
   * branches that this part of a shared search covers.
   */
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

  /**
   * Records `count` candidates as decided: rejected for `reason`, or feasible where it is null. `place`: index of the first.
   * `best`: the best candidate so far, passed on to the progress report.
   */
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
