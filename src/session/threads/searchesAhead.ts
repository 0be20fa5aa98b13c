import { type SearchAnswer, type SearchRequest, searchKey } from "../../dsl/evaluate/index.ts";
import { reachSearch, type SearchWork, searchWork } from "./searchWork.ts";
import type { ThreadAnswer } from "./threads.ts";

/** Key of a search over plans. Searches with equal keys have equal answers, in any thread. */
export function keyOf({ candidates, keep, asked }: SearchRequest): string {
  return searchKey(candidates, [keep, asked]);
}

/**
 * Searches of one table, one per point of the table, some of them computed ahead by worker threads. The main thread
 * goes forward from the first search; workers go backward from the last.
 */
export class SearchesAhead {
  readonly #worthwhile: number;
  readonly #begin: (work: SearchWork) => () => readonly ThreadAnswer[];
  readonly #since = performance.now();
  readonly #answers = new Map<string, SearchAnswer>();
  #count = 0;
  #spread: { readonly work: SearchWork; readonly take: () => readonly ThreadAnswer[] } | null = null;

  /**
   * Starts without workers. Workers join once the table's searches have taken `worthwhile` ms, since about as many ms
   * probably remain. `begin` starts them.
   */
  constructor(worthwhile: number, begin: (work: SearchWork) => () => readonly ThreadAnswer[]) {
    this.#worthwhile = worthwhile;
    this.#begin = begin;
  }

  /** Answer of the table's next search, if a worker thread has already computed it; null otherwise. */
  answer(request: SearchRequest): SearchAnswer | null {
    const index = this.#count++;
    // A table of one or two searches ends before another thread could start.
    if (!this.#spread && index >= 2 && performance.now() - this.#since >= this.#worthwhile) {
      const work = searchWork();
      reachSearch(work, index);
      this.#spread = { work, take: this.#begin(work) };
    }
    if (!this.#spread) return null;
    reachSearch(this.#spread.work, index);
    for (const { key, answer } of this.#spread.take()) this.#answers.set(key, answer);
    if (this.#answers.size === 0) return null;
    const key = keyOf(request);
    const known = this.#answers.get(key) ?? null;
    this.#answers.delete(key);
    return known;
  }
}
