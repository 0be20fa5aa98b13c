import { codeOf, FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";

/** Values of the names in a repeat count: stages p, rank r, micro-batches m, chunks v. */
export interface OrderNames {
  readonly p: number;
  readonly r: number;
  readonly m: number;
  readonly v: number;
}

export type ReadOrder =
  | { readonly ok: true; readonly order: Int32Array }
  /** A failure to read. `at` counts characters from 0. */
  | { readonly ok: false; readonly at: number; readonly wanted: string };

const KINDS: ReadonlyMap<string, number> = new Map([
  ["F", FORWARD],
  ["B", INPUTS],
  ["W", WEIGHTS],
  ["BW", WHOLE],
]);
const TOKEN = /\s*(BW\d*|[FBW]\d*|\d+|min|max|[prmv]|[()*+\-/,])/y;
/** Most passes of an order; more are taken for a mistake in a count. */
const MOST = 1 << 20;
/** Deepest nesting of brackets. */
const DEEPEST = 32;

/** Error of a malformed order, caught in a single place. */
class Wrong {
  readonly at: number;
  readonly wanted: string;
  constructor(at: number, wanted: string) {
    this.at = at;
    this.wanted = wanted;
  }
}

/**
 * Reads an order such as `F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)`: passes and bracketed groups,
 * each with a repeat count. A count is a whole number, a name, or a bracketed expression with min and max;
 * division rounds down, and negative values are 0. The n-th forward of a chunk is of micro-batch n, and so is
 * the n-th backward, B or BW.
 */
export function readOrder(text: string, names: OrderNames): ReadOrder {
  const tokens: { readonly text: string; readonly at: number }[] = [];
  for (let at = 0; at < text.trimEnd().length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found?.[1]) return { ok: false, at, wanted: "a pass (F, B, W, BW), a bracket or a count" };
    at = TOKEN.lastIndex;
    tokens.push({ text: found[1], at: at - found[1].length });
  }
  let next = 0;
  const fail = (wanted: string): never => {
    throw new Wrong(tokens[next]?.at ?? text.length, wanted);
  };
  const peek = (): string => tokens[next]?.text ?? "";
  const take = (one: string): boolean => {
    if (peek() !== one) return false;
    next++;
    return true;
  };
  const close = (): void => {
    if (!take(")")) fail("`)`");
  };

  const sum = (depth: number): number => {
    let value = product(depth);
    for (;;) {
      if (take("+")) value += product(depth);
      else if (take("-")) value -= product(depth);
      else return value;
    }
  };
  const product = (depth: number): number => {
    let value = factor(depth);
    for (;;) {
      if (take("*")) value *= factor(depth);
      else if (take("/")) {
        const by = factor(depth);
        if (by === 0) fail("a divisor other than 0");
        value = Math.floor(value / by);
      } else return value;
    }
  };
  const factor = (depth: number): number => {
    if (depth > DEEPEST) fail(`at most ${DEEPEST} brackets in one another`);
    const word = peek();
    if (take("-")) return -factor(depth + 1);
    if (take("(")) {
      const value = sum(depth + 1);
      close();
      return value;
    }
    if (take("min") || take("max")) {
      if (!take("(")) fail("`(`");
      const values = [sum(depth + 1)];
      while (take(",")) values.push(sum(depth + 1));
      close();
      return word === "min" ? Math.min(...values) : Math.max(...values);
    }
    if (!/^(\d+|[prmv])$/.test(word)) fail("a number, p, r, m or v");
    next++;
    return /^\d/.test(word) ? Number(word) : names[word as keyof OrderNames];
  };

  const items = (depth: number): readonly Item[] => {
    if (depth > DEEPEST) fail(`at most ${DEEPEST} brackets in one another`);
    const found: Item[] = [];
    for (let word = peek(); word !== "" && word !== ")"; word = peek()) {
      const { at } = tokens[next] ?? { at: 0 };
      let of: string | readonly Item[] = word;
      if (take("(")) {
        of = items(depth + 1);
        close();
      } else if (/^[FBW]/.test(word)) next++;
      else fail("a pass (F, B, W, BW) or a group in brackets");
      found.push({ of, at, times: take("*") ? factor(depth) : 1 });
    }
    return found;
  };
  try {
    const found = items(0);
    if (peek() !== "") fail("a pass before `)`");
    return { ok: true, order: laidOut(found, names.v) };
  } catch (wrong) {
    if (wrong instanceof Wrong) return { ok: false, at: wrong.at, wanted: wrong.wanted };
    throw wrong;
  }
}

/** A pass, or a group of items, with its repeat count. */
interface Item {
  readonly of: string | readonly Item[];
  readonly at: number;
  readonly times: number;
}

/**
 * Codes of passes with their micro-batches. The n-th forward or backward of a chunk is of micro-batch n, and
 * so is its W.
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
        // Empty groups count as steps too, so that `(()*1000000)*1000000` ends.
        if (++steps > 4 * MOST) throw new Wrong(at, `at most ${MOST.toLocaleString("en")} passes`);
        if (typeof of === "string") pass(of, at);
        else run(of);
      }
  };
  run(items);
  return Int32Array.from(codes);
}
