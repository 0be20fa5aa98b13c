/** Progress of a table's searches, in memory shared by all threads. */
export interface SearchWork {
  readonly kind: "searches";
  /** Not 0 once nobody needs the answers any more. */
  readonly stop: Int32Array;
  /** The words at `REACHED` and `CLAIMED`. */
  readonly words: Int32Array;
}

/** Index of the search that the first thread has reached: earlier ones are its own. */
const REACHED = 0;
/** Index of the first search claimed by another thread: all later ones are claimed. `UNCOUNTED` until one of them knows their number. */
const CLAIMED = 1;
const UNCOUNTED = -1;

export function searchWork(): SearchWork {
  const words = new Int32Array(new SharedArrayBuffer(8));
  words[CLAIMED] = UNCOUNTED;
  return { kind: "searches", stop: new Int32Array(new SharedArrayBuffer(4)), words };
}

/** Records that the first thread has reached a search, which it works out unless it has been claimed and answered. */
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
