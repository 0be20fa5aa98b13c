import type { Sweep } from "../../dsl/ast/ast.ts";
import type { RowAnswers, ScenarioValue, SpreadRows, TableThreads } from "../../dsl/evaluate/index.ts";
import { type Point, placeOf } from "../../engine/search/candidates.ts";

/**
 * Largest distance in rows between two lookups of one loop over a table. A larger jump, or a jump back, begins a new
 * loop.
 */
const NEAR = 8;
/** Number of rows between two checks of the time that a loop has taken. */
const OFTEN = 64;

/**
 * Answers for a table's rows, some of them computed ahead by worker threads. Every loop over the table reads rows in
 * written order. Once a loop proves slow, worker threads take part of its remaining rows. This thread computes every
 * row that no worker has finished in time, so the table is the same with any number of threads.
 */
export class RowsAhead implements RowAnswers {
  readonly #own: RowAnswers;
  readonly #sizes: readonly number[];
  readonly #count: number;
  readonly #threads: TableThreads;
  readonly #statement: Sweep;
  #spread: SpreadRows | null = null;
  #place = -1;
  /**
   * Start time of the current loop over the table, ms. `#asked` counts the rows that the loop has reached, and `#paths`
   * lists the results that it has read.
   */
  #since = 0;
  #asked = 0;
  #paths = new Set<string>();
  /** True once worker threads share the current loop, so that it is not offered to them again. */
  #decided = false;

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
    if (!this.#decided && this.#asked % OFTEN === 0) this.#consider();
  }

  #begin(): void {
    this.#spread?.stop();
    this.#spread = null;
    this.#since = performance.now();
    this.#asked = 0;
    this.#paths = new Set();
    this.#decided = false;
  }

  #consider(): void {
    const spent = performance.now() - this.#since;
    if (spent < this.#threads.patience) return;
    const from = this.#place + 1;
    if ((spent / this.#asked) * (this.#count - from) < this.#threads.worthwhile) return;
    this.#decided = true;
    this.#spread = this.#threads.spread(this.#statement, { from, count: this.#count }, [...this.#paths]);
  }
}
