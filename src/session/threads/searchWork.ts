/** State of one table's searches that several threads compute, in memory that they share. */
export interface SearchWork {
  readonly kind: "searches";
  /** Flag that stops workers: not 0 once the answers are no longer needed. */
  readonly stop: Int32Array;
  /** Counters that all threads share, at the indices `REACHED` and `CLAIMED`. */
  readonly words: Int32Array;
}

/**
 * Index in `words` of the counter that holds the search the main thread has reached. The main thread has handled all
 * earlier searches.
 */
const REACHED = 0;
/**
 * Index in `words` of the counter that holds the first search claimed by a worker; all later searches are claimed. The
 * counter is `UNCOUNTED` until a worker knows the number of searches.
 */
const CLAIMED = 1;
const UNCOUNTED = -1;

export function searchWork(): SearchWork {
  const words = new Int32Array(new SharedArrayBuffer(8));
  words[CLAIMED] = UNCOUNTED;
  return { kind: "searches", stop: new Int32Array(new SharedArrayBuffer(4)), words };
}

/**
 * Records that the main thread has reached a search. It runs the search itself unless a worker has already answered it.
 */
export function reachSearch({ words }: SearchWork, index: number): void {
  Atomics.store(words, REACHED, index);
}

/**
 * Claims a search for a worker: the last of `count` searches that is not yet claimed. Null where the main thread has
 * already reached it, or where the answers are no longer needed.
 */
export function claimSearch({ stop, words }: SearchWork, count: number): number | null {
  Atomics.compareExchange(words, CLAIMED, UNCOUNTED, count);
  for (;;) {
    const claimed = Atomics.load(words, CLAIMED);
    const last = claimed - 1;
    if (last <= Atomics.load(words, REACHED) || Atomics.load(stop, 0) !== 0) return null;
    if (Atomics.compareExchange(words, CLAIMED, claimed, last) === claimed) return last;
  }
}
