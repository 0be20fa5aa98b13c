import type { Sweep } from "../../dsl/ast/ast.ts";
import type { RowAnswers, ScenarioValue, SpreadRows, TableThreads } from "../../dsl/evaluate/index.ts";
import { type Point, placeOf } from "../../engine/search/candidates.ts";

/** Largest gap in rows between two lookups of one loop. A larger one begins a new loop. */
const NEAR = 8;
/** Number of rows between two looks at the clock. */
const OFTEN = 64;

/**
 * Answers for a table's rows, computed ahead by other threads. Every loop reads rows in written order. Once a loop proves slow,
 * its remaining rows are shared between threads. This thread computes any row that another has not finished in time, so a table is
 * the same with any number of threads.
 */
export class RowsAhead implements RowAnswers {
  readonly #own: RowAnswers;
  readonly #sizes: readonly number[];
  readonly #count: number;
  readonly #threads: TableThreads;
  readonly #statement: Sweep;
  #spread: SpreadRows | null = null;
  #place = -1;
  /** Start time of the current loop, ms; `#asked` counts its rows, and `#paths` lists the results that it read. */
  #since = 0;
  #asked = 0;
  #paths = new Set<string>();
  /** True once the current loop has been shared between threads. It is not considered again. */
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
