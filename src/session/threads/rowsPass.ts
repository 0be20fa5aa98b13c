/** Number of rows per block. Blocks are claimed and completed as a whole. */
const BLOCK = 64;

/** State of a pass over a table's rows, in memory shared by all threads. */
export interface RowsMemory {
  readonly kind: "rows";
  readonly count: number;
  readonly paths: readonly string[];
  /** Number of threads that share the rows, including the first one. */
  readonly sharers: number;
  /** Flag that is not 0 once nobody needs the rows. */
  readonly stop: Int32Array;
  /** The words at `REACHED`, `CLAIMED` and `DONE`. */
  readonly words: Int32Array;
  /** 1 for each block whose rows are all written. */
  readonly done: Uint8Array;
  /** 1 for each row that has an answer. */
  readonly answered: Uint8Array;
  /** Numbers of each row, one for each path. */
  readonly numbers: Float64Array;
}

/** Index in `words` of the row that the first thread has reached. It works from the first row on. */
const REACHED = 0;
/** Index in `words` of the first row claimed by another thread. All rows from there on are claimed. */
const CLAIMED = 1;
/** Index in `words` of the number of rows that other threads completed before the first thread reached them. */
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
 * The first thread's view of a pass. It goes from the first row on, other threads from the last, so that they meet once and nobody
 * waits. The first thread computes each row that is not complete when it gets there.
 */
export class RowsPass {
  #memory: RowsMemory | null;
  readonly #places: ReadonlyMap<string, number>;
  #place = 0;
  #block = -1;
  #done = false;
  /** Number of rows that other threads completed in the blocks reached so far. */
  #taken = 0;
  /** True where a row was reached since `ahead` was last read. */
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

/** Computes a row: writes its numbers, and returns true where it has an answer. */
export type WorkOut = (place: number, numbers: Float64Array) => boolean;

/** Work of another thread on a pass: computes rows from the last one back, until it meets those claimed or reached. */
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
 * Claims half of a fair share of the remaining rows, as whole blocks. Claims are large at first, since neighbouring rows share
 * work, and small when threads are about to meet.
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
