import type { Sweep } from "../../dsl/ast.ts";
import type { RowAnswers, ScenarioValue, SpreadRows, TableThreads } from "../../dsl/evaluate/index.ts";
import { type Point, placeOf } from "../../engine/search/candidates.ts";

/** A gap of more rows than these between two lookups begins a new loop. */
const NEAR = 8;
/** Rows between two looks at the clock. */
const OFTEN = 64;

/**
 * Answers of a table's rows, with other threads working ahead. Every loop reads rows in written order; once one is seen to take long, the
 * rest is shared out. What other threads have not done in time is worked out here, so a table is the same with any number of threads.
 */
export class RowsAhead implements RowAnswers {
  readonly #own: RowAnswers;
  readonly #sizes: readonly number[];
  readonly #count: number;
  readonly #threads: TableThreads;
  readonly #statement: Sweep;
  #spread: SpreadRows | null = null;
  #place = -1;
  /** When the current loop began, how many rows it has read, and which results of them. */
  #since = 0;
  #asked = 0;
  #paths = new Set<string>();
  /** Whether the current loop has been shared out, and is not considered again. */
  #settled = false;

  constructor(own: RowAnswers, sizes: readonly number[], threads: TableThreads, statement: Sweep) {
    this.#own = own;
    this.#sizes = sizes;
    this.#count = sizes.reduce((product, size) => product * size, 1);
    this.#threads = threads;
    this.#statement = statement;
  }

  problem(...asked: Parameters<RowAnswers["problem"]>): ReturnType<RowAnswers["problem"]> {
    const [, , point] = asked;
    this.#turnTo(point);
    return this.#spread?.answered ? null : this.#own.problem(...asked);
  }

  number(row: ScenarioValue, point: Point, path: string): number | null | undefined {
    this.#turnTo(point);
    this.#paths.add(path);
    const known = this.#spread?.answered ? this.#spread.number(path) : undefined;
    if (known === undefined) return this.#own.number(row, point, path);
    return Number.isNaN(known) ? null : known;
  }

  #turnTo(point: Point): void {
    const place = placeOf(this.#sizes, point);
    if (place === this.#place) return;
    if (place < this.#place || place > this.#place + NEAR) this.#begin();
    this.#place = place;
    this.#asked++;
    this.#spread?.reach(place);
    if (!this.#settled && this.#asked % OFTEN === 0) this.#consider();
  }

  #begin(): void {
    this.#spread?.stop();
    this.#spread = null;
    this.#since = performance.now();
    this.#asked = 0;
    this.#paths = new Set();
    this.#settled = false;
  }

  #consider(): void {
    const spent = performance.now() - this.#since;
    if (spent < this.#threads.patience) return;
    const from = this.#place + 1;
    if ((spent / this.#asked) * (this.#count - from) < this.#threads.worthwhile) return;
    this.#settled = true;
    this.#spread = this.#threads.spread(this.#statement, { from, count: this.#count }, [...this.#paths]);
  }
}
