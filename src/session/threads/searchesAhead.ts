import { type SearchAnswer, type SearchRequest, searchKey } from "../../dsl/evaluate/index.ts";
import { reachSearch, type SearchWork, searchWork } from "./searchWork.ts";
import type { ThreadAnswer } from "./threads.ts";

/** A search's answer is that of any other with the same key, wherever it is worked out. */
export function keyOf({ candidates, keep, asked }: SearchRequest): string {
  return searchKey(candidates, [keep, asked]);
}

/**
 * The searches that one table makes, a search inside each of its points, with other threads ahead. The first thread goes through
 * them from the first to the last, the others take theirs from the end.
 */
export class SearchesAhead {
  readonly #worthwhile: number;
  readonly #begin: (work: SearchWork) => () => readonly ThreadAnswer[];
  readonly #since = performance.now();
  readonly #answers = new Map<string, SearchAnswer>();
  #count = 0;
  #spread: { readonly work: SearchWork; readonly take: () => readonly ThreadAnswer[] } | null = null;

  /** `worthwhile`: ms that searches have taken, after which as many are thought to come. */
  constructor(worthwhile: number, begin: (work: SearchWork) => () => readonly ThreadAnswer[]) {
    this.#worthwhile = worthwhile;
    this.#begin = begin;
  }

  /** Asked as each search begins: its answer, where another thread has it. */
  answer(request: SearchRequest): SearchAnswer | null {
    const index = this.#count++;
    // A table of one search, or two, is done before another thread has begun.
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
