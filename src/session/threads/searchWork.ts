/** How far the searches of a table are shared out, in memory that all threads see. */
export interface SearchWork {
  readonly kind: "searches";
  /** Its word is not 0 when nobody wants the answers any more. */
  readonly stop: Int32Array;
  /** `REACHED`, `CLAIMED`. */
  readonly words: Int32Array;
}

/** The search that the first thread works at: those before it are its own. */
const REACHED = 0;
/** From here to the last all searches are claimed by others; `UNCOUNTED` until one of them knows how many there are. */
const CLAIMED = 1;
const UNCOUNTED = -1;

export function searchWork(): SearchWork {
  const words = new Int32Array(new SharedArrayBuffer(8));
  words[CLAIMED] = UNCOUNTED;
  return { kind: "searches", stop: new Int32Array(new SharedArrayBuffer(4)), words };
}

/** The first thread has come to this search, and works it out if nobody has. */
export function reachSearch({ words }: SearchWork, index: number): void {
  Atomics.store(words, REACHED, index);
}

/** Another thread's side: of `count` searches the last that nobody has claimed yet; null where the first thread has come to it. */
export function claimSearch({ stop, words }: SearchWork, count: number): number | null {
  Atomics.compareExchange(words, CLAIMED, UNCOUNTED, count);
  for (;;) {
    const claimed = Atomics.load(words, CLAIMED);
    const last = claimed - 1;
    if (last <= Atomics.load(words, REACHED) || Atomics.load(stop, 0) !== 0) return null;
    if (Atomics.compareExchange(words, CLAIMED, claimed, last) === claimed) return last;
  }
}
