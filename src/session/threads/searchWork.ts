/** Progress of a table's searches, in memory shared by all threads. */
export interface SearchWork {
  readonly kind: "searches";
  /** Flag that is not 0 once nobody needs the answers. */
  readonly stop: Int32Array;
  /** The words at `REACHED` and `CLAIMED`. */
  readonly words: Int32Array;
}

/** Index in `words` of the search that the first thread has reached. It has taken all earlier ones. */
const REACHED = 0;
/**
 * Index in `words` of the first search claimed by another thread. All later ones are claimed. `UNCOUNTED` until a thread knows the
 * number of searches.
 */
const CLAIMED = 1;
const UNCOUNTED = -1;

export function searchWork(): SearchWork {
  const words = new Int32Array(new SharedArrayBuffer(8));
  words[CLAIMED] = UNCOUNTED;
  return { kind: "searches", stop: new Int32Array(new SharedArrayBuffer(4)), words };
}

/** Records that the first thread has reached a search. It evaluates the search unless another thread has answered it. */
export function reachSearch({ words }: SearchWork, index: number): void {
  Atomics.store(words, REACHED, index);
}

/** Claims the last of `count` searches that nobody has claimed; null where the first thread has reached it. */
export function claimSearch({ stop, words }: SearchWork, count: number): number | null {
  Atomics.compareExchange(words, CLAIMED, UNCOUNTED, count);
  for (;;) {
    const claimed = Atomics.load(words, CLAIMED);
    const last = claimed - 1;
    if (last <= Atomics.load(words, REACHED) || Atomics.load(stop, 0) !== 0) return null;
    if (Atomics.compareExchange(words, CLAIMED, claimed, last) === claimed) return last;
  }
}
