/** Number of table rows per block. Threads claim and complete blocks as a whole. */
const BLOCK = 64;

/** State of one loop over a table's rows that several threads compute, in memory that they share. */
export interface RowsMemory {
  readonly kind: "rows";
  readonly count: number;
  readonly paths: readonly string[];
  /** Number of threads that share the rows, including the main thread. */
  readonly sharers: number;
  /** Flag that stops workers: not 0 once the rows are no longer needed. */
  readonly stop: Int32Array;
  /** Counters that all threads share, at the indices `REACHED`, `CLAIMED` and `DONE`. */
  readonly words: Int32Array;
  /** Flag of each block of rows: 1 once all its rows are written. */
  readonly done: Uint8Array;
  /** Outcome of each computed row: 1 where it has results, 0 where it has none. */
  readonly answered: Uint8Array;
  /** Results of the rows: for each row, one number for each of `paths`. */
  readonly numbers: Float64Array;
}

/**
 * Index in `words` of the counter that holds the row the main thread has reached. The main thread starts with the first
 * row.
 */
const REACHED = 0;
/**
 * Index in `words` of the counter that holds the first row claimed by a worker. Every row from there to the end is
 * claimed, since workers start at the end.
 */
const CLAIMED = 1;
/** Index in `words` of the counter of rows that workers completed before the main thread reached them. */
const DONE = 2;

export function rowsMemory(
  count: number,
  from: number,
  paths: readonly string[],
  sharers: number,
): RowsMemory {
  const words = new Int32Array(new SharedArrayBuffer(12));
  words[REACHED] = from;
  words[CLAIMED] = count;
  return {
    ...{ kind: "rows", count, paths, sharers, words },
    stop: new Int32Array(new SharedArrayBuffer(4)),
    done: new Uint8Array(new SharedArrayBuffer(Math.ceil(count / BLOCK))),
    answered: new Uint8Array(new SharedArrayBuffer(count)),
    // Memory pages that are never written take no space.
    numbers: new Float64Array(new SharedArrayBuffer(8 * count * paths.length)),
  };
}

/**
 * Main thread's view of a loop that several threads share. The main thread goes forward from the first row, and workers
 * go backward from the last, so that nobody waits. The main thread itself computes each row that is not complete when
 * it gets there.
 */
export class RowsPass {
  #memory: RowsMemory | null;
  readonly #places: ReadonlyMap<string, number>;
  #place = 0;
  #block = -1;
  #done = false;
  /** Number of rows that workers completed in the blocks that the main thread has reached. */
  #taken = 0;
  /** True where the main thread has reached another row since `ahead` was last read. */
  #moved = false;

  constructor(memory: RowsMemory) {
    this.#memory = memory;
    this.#places = new Map(memory.paths.map((path, at) => [path, at]));
  }

  reach(place: number): void {
    this.#place = place;
    this.#moved = true;
    const block = Math.floor(place / BLOCK);
    if (block === this.#block) return;
    this.#block = block;
    if (!this.#memory) return;
    const { words, done } = this.#memory;
    Atomics.store(words, REACHED, place);
    this.#done = Atomics.load(done, block) === 1;
    if (this.#done) this.#taken += blockRows(this.#memory, block);
  }

  get ahead(): number {
    const moved = this.#moved;
    this.#moved = false;
    if (!this.#memory || !moved) return 0;
    const { count, words } = this.#memory;
    const left = Math.max(1, count - this.#place);
    return Math.min(1, Math.max(0, Atomics.load(words, DONE) - this.#taken) / left);
  }

  get answered(): boolean {
    return this.#done && this.#memory?.answered[this.#place] === 1;
  }

  number(path: string): number | undefined {
    const at = this.#places.get(path);
    if (at === undefined || !this.#memory) return undefined;
    const { paths, numbers } = this.#memory;
    return numbers[this.#place * paths.length + at];
  }

  stop(): void {
    if (this.#memory) Atomics.store(this.#memory.stop, 0, 1);
    this.#memory = null;
  }
}

/**
 * Function that computes one row: it writes the row's results into `numbers`, and returns true where the row has
 * results.
 */
export type WorkOut = (place: number, numbers: Float64Array) => boolean;

/**
 * Computes rows of a shared loop on a worker thread, from the last row backward, until all rows are claimed or reached
 * by the main thread.
 */
export function shareRows(memory: RowsMemory, workOut: WorkOut): void {
  const { stop, words, done, answered, numbers, paths } = memory;
  const width = paths.length;
  for (let rows = claim(memory); rows !== null; rows = claim(memory)) {
    for (let place = rows.from; place < rows.to; place++) {
      if (place % BLOCK === 0 && Atomics.load(stop, 0) !== 0) return;
      const own = numbers.subarray(place * width, (place + 1) * width);
      answered[place] = workOut(place, own) ? 1 : 0;
      if (place + 1 !== rows.to && (place + 1) % BLOCK !== 0) continue;
      const block = Math.floor(place / BLOCK);
      Atomics.store(done, block, 1);
      if (place > Atomics.load(words, REACHED)) Atomics.add(words, DONE, blockRows(memory, block));
    }
  }
}

const blockRows = ({ count }: RowsMemory, block: number): number => Math.min(BLOCK, count - BLOCK * block);

/**
 * Claims rows for a worker, as whole blocks: half of a fair share of the remaining rows. Claims are large at first,
 * since neighbouring rows share work, and small when the threads are about to meet. Null where nothing is left to
 * claim.
 */
function claim({ stop, words, sharers }: RowsMemory): { readonly from: number; readonly to: number } | null {
  for (;;) {
    const to = Atomics.load(words, CLAIMED);
    const left = to - Atomics.load(words, REACHED);
    if (left <= 2 * BLOCK || Atomics.load(stop, 0) !== 0) return null;
    const from = BLOCK * Math.floor((to - Math.max(BLOCK, left / (2 * sharers))) / BLOCK);
    if (Atomics.compareExchange(words, CLAIMED, to, from) === to) return { from, to };
  }
}
