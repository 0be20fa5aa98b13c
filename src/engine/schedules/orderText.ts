import { codeOf, FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";

/**
 * Values of the names in the repeat counts of a custom order: number of stages p, rank r, micro-batches m,
 * chunks a stage v.
 */
export interface OrderNames {
  readonly p: number;
  readonly r: number;
  readonly m: number;
  readonly v: number;
}

export type ReadOrder =
  | { readonly ok: true; readonly order: Int32Array }
  /**
   * Text of an order that cannot be read. `at` is the index of the character with the error, `wanted` the
   * expected token.
   */
  | { readonly ok: false; readonly at: number; readonly wanted: string };

const KINDS: ReadonlyMap<string, number> = new Map([
  ["F", FORWARD],
  ["B", INPUTS],
  ["W", WEIGHTS],
  ["BW", WHOLE],
]);
const TOKEN = /\s*(BW\d*|[FBW]\d*|\d+|min|max|[prmv]|[()*+\-/,])/y;
/** Largest number of passes in an order. A longer order is refused as a mistake in a count. */
const MOST = 1 << 20;
/** Deepest allowed nesting of brackets in a custom order. */
const DEEPEST = 32;

/** Internal exception for a malformed order, which `readOrder` turns into a result. */
class Wrong {
  readonly at: number;
  readonly wanted: string;
  constructor(at: number, wanted: string) {
    this.at = at;
    this.wanted = wanted;
  }
}

/**
 * Reads the text of an order such as `F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)`: passes and
 * bracketed groups, each with a repeat count. A count is a whole number, a name (p, r, m, v), or a bracketed
 * expression with min and max; division rounds down, and negative values are 0. The n-th forward of a chunk
 * runs micro-batch n, and so does the n-th backward, B or BW.
 */
export function readOrder(text: string, names: OrderNames): ReadOrder {
  const tokens: Token[] = [];
  for (let at = 0; at < text.trimEnd().length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found?.[1]) return { ok: false, at, wanted: "a pass (F, B, W, BW), a bracket or a count" };
    at = TOKEN.lastIndex;
    tokens.push({ text: found[1], at: at - found[1].length });
  }
  const reader = new OrderReader(tokens, text.length, names);
  try {
    return { ok: true, order: laidOut(reader.read(), names.v) };
  } catch (wrong) {
    if (wrong instanceof Wrong) return { ok: false, at: wrong.at, wanted: wrong.wanted };
    throw wrong;
  }
}

interface Token {
  readonly text: string;
  readonly at: number;
}

/** Reader of an order's tokens by recursive descent. Throws `Wrong` at the token that does not fit. */
class OrderReader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  readonly #names: OrderNames;
  #next = 0;

  constructor(tokens: readonly Token[], end: number, names: OrderNames) {
    this.#tokens = tokens;
    this.#end = end;
    this.#names = names;
  }

  read(): readonly Item[] {
    const found = this.#items(0);
    if (this.#peek() !== "") this.#fail("a pass before `)`");
    return found;
  }

  #fail(wanted: string): never {
    throw new Wrong(this.#tokens[this.#next]?.at ?? this.#end, wanted);
  }

  #peek(): string {
    return this.#tokens[this.#next]?.text ?? "";
  }

  #take(one: string): boolean {
    if (this.#peek() !== one) return false;
    this.#next++;
    return true;
  }

  #close(): void {
    if (!this.#take(")")) this.#fail("`)`");
  }

  #sum(depth: number): number {
    let value = this.#product(depth);
    for (;;) {
      if (this.#take("+")) value += this.#product(depth);
      else if (this.#take("-")) value -= this.#product(depth);
      else return value;
    }
  }

  #product(depth: number): number {
    let value = this.#factor(depth);
    for (;;) {
      if (this.#take("*")) value *= this.#factor(depth);
      else if (this.#take("/")) {
        const by = this.#factor(depth);
        if (by === 0) this.#fail("a divisor other than 0");
        value = Math.floor(value / by);
      } else return value;
    }
  }

  #factor(depth: number): number {
    if (depth > DEEPEST) this.#fail(`at most ${DEEPEST} brackets in one another`);
    const word = this.#peek();
    if (this.#take("-")) return -this.#factor(depth + 1);
    if (this.#take("(")) {
      const value = this.#sum(depth + 1);
      this.#close();
      return value;
    }
    if (this.#take("min") || this.#take("max")) {
      if (!this.#take("(")) this.#fail("`(`");
      const values = [this.#sum(depth + 1)];
      while (this.#take(",")) values.push(this.#sum(depth + 1));
      this.#close();
      return word === "min" ? Math.min(...values) : Math.max(...values);
    }
    if (!/^(\d+|[prmv])$/.test(word)) this.#fail("a number, p, r, m or v");
    this.#next++;
    return /^\d/.test(word) ? Number(word) : this.#names[word as keyof OrderNames];
  }

  #items(depth: number): readonly Item[] {
    if (depth > DEEPEST) this.#fail(`at most ${DEEPEST} brackets in one another`);
    const found: Item[] = [];
    for (let word = this.#peek(); word !== "" && word !== ")"; word = this.#peek()) {
      const { at } = this.#tokens[this.#next] ?? { at: 0 };
      let of: string | readonly Item[] = word;
      if (this.#take("(")) {
        of = this.#items(depth + 1);
        this.#close();
      } else if (/^[FBW]/.test(word)) this.#next++;
      else this.#fail("a pass (F, B, W, BW) or a group in brackets");
      found.push({ of, at, times: this.#take("*") ? this.#factor(depth) : 1 });
    }
    return found;
  }
}

/** A pass, or a group of items, with its repeat count. */
interface Item {
  readonly of: string | readonly Item[];
  readonly at: number;
  readonly times: number;
}

/**
 * Expands the repeats of an order into a list of pass codes with micro-batches. The n-th forward of a chunk
 * runs micro-batch n, and so do the n-th backward and the n-th W (gradients of weights).
 */
function laidOut(items: readonly Item[], chunks: number): Int32Array {
  const codes: number[] = [];
  const counts = Array.from({ length: chunks }, () => ({ forwards: 0, backwards: 0, late: [] as number[] }));
  const pass = (name: string, at: number): void => {
    const [, letters = "F", digits = ""] = /^([A-Z]+)(\d*)$/.exec(name) ?? [];
    const chunk = digits === "" ? 0 : Number(digits);
    const count = counts[chunk];
    if (!count) throw new Wrong(at, `a chunk below vpp = ${chunks}`);
    const kind = KINDS.get(letters) ?? FORWARD;
    let microBatch: number | undefined;
    if (kind === FORWARD) microBatch = count.forwards++;
    else if (kind === WEIGHTS) microBatch = count.late.shift();
    else microBatch = count.backwards++;
    if (microBatch === undefined) throw new Wrong(at, "the B of this W before it");
    if (kind === INPUTS) count.late.push(microBatch);
    if (codes.length === MOST) throw new Wrong(at, `at most ${MOST.toLocaleString("en")} passes`);
    codes.push(codeOf(kind, chunk, microBatch));
  };
  let steps = 0;
  const run = (list: readonly Item[]): void => {
    for (const { of, at, times } of list)
      for (let i = 0; i < times; i++) {
        // Repeats of empty groups count toward the limit, so that `(()*1000000)*1000000` ends.
        if (++steps > 4 * MOST) throw new Wrong(at, `at most ${MOST.toLocaleString("en")} passes`);
        if (typeof of === "string") pass(of, at);
        else run(of);
      }
  };
  run(items);
  return Int32Array.from(codes);
}
