/** Results of a program's scenario, by result name; null where the scenario does not have a result. */
export type Numbers = Readonly<Record<string, number | null>>;

/** Part of the difference between two programs that one change causes, or several changes that only work together. */
export interface Share {
  /** Indices of the changes that cause this part of the difference. */
  readonly changes: readonly number[];
  readonly numbers: Numbers;
}

/** A subset of the changes between two programs: true at the index of each change that is applied. */
export type Made = readonly boolean[];

export interface Attribution {
  readonly method: "every order" | "written order";
  readonly shares: readonly Share[];
}

/** Maximum number of changes for which every subset of them is evaluated (2^7 programs). */
export const MOST_CHANGES = 7;

/**
 * Attributes the difference between two programs to the changes between them; the shares sum to the difference. `at`
 * evaluates the program with a subset of the changes applied, or returns null where that program has no results.
 * Up to `most` changes each get their mean effect over all valid orders of making them one by one (L. S. Shapley, "A
 * value for n-person games", 1953). An interaction is thus split evenly between the changes that interact. With more
 * changes, or no valid order, each gets its effect in written order. Changes that only work together then share one
 * entry.
 */
export function attribute(
  count: number,
  at: (made: Made) => Numbers | null,
  most = MOST_CHANGES,
): Attribution {
  const every = count <= most ? everyOrder(count, at) : null;
  return every
    ? { method: "every order", shares: every }
    : { method: "written order", shares: writtenOrder(count, at) };
}

function everyOrder(count: number, at: (made: Made) => Numbers | null): readonly Share[] | null {
  const all = 2 ** count - 1;
  const values = Array.from({ length: all + 1 }, (_, made) =>
    at(Array.from({ length: count }, (_, i) => ((made >> i) & 1) === 1)),
  );
  // `to` and `from` count the valid orders from no changes to a set, and from that set to all changes. Every program on
  // the way has results.
  const to = new Float64Array(all + 1);
  const from = new Float64Array(all + 1);
  if (values[0]) to[0] = 1;
  if (values[all]) from[all] = 1;
  for (let made = 1; made <= all; made++)
    if (values[made])
      for (let i = 0; i < count; i++)
        if ((made >> i) & 1) to[made] = (to[made] ?? 0) + (to[made ^ (1 << i)] ?? 0);
  for (let made = all - 1; made >= 0; made--)
    if (values[made])
      for (let i = 0; i < count; i++)
        if (!((made >> i) & 1)) from[made] = (from[made] ?? 0) + (from[made | (1 << i)] ?? 0);
  const orders = to[all] ?? 0;
  if (orders === 0) return null;
  return Array.from({ length: count }, (_, i): Share => {
    const sums: Record<string, number | null> = {};
    for (let made = 0; made <= all; made++) {
      if ((made >> i) & 1) continue;
      const next = made | (1 << i);
      const weight = (to[made] ?? 0) * (from[next] ?? 0);
      const [before, after] = [values[made], values[next]];
      if (weight === 0 || !before || !after) continue;
      add(sums, before, after, weight / orders);
    }
    return { changes: [i], numbers: sums };
  });
}

function writtenOrder(count: number, at: (made: Made) => Numbers | null): readonly Share[] {
  const shares: Share[] = [];
  const first = (made: number): Made => Array.from({ length: count }, (_, i) => i < made);
  let before = at(first(0));
  let waiting: number[] = [];
  for (let i = 0; i < count; i++) {
    waiting.push(i);
    const after = at(first(i + 1));
    if (!before || !after) continue;
    const sums: Record<string, number | null> = {};
    add(sums, before, after, 1);
    shares.push({ changes: waiting, numbers: sums });
    waiting = [];
    before = after;
  }
  return waiting.length > 0 ? [...shares, { changes: waiting, numbers: {} }] : shares;
}

function add(sums: Record<string, number | null>, before: Numbers, after: Numbers, weight: number): void {
  for (const name of Object.keys(after)) {
    const [a, b, sum] = [before[name] ?? null, after[name] ?? null, sums[name]];
    sums[name] = a === null || b === null || sum === null ? null : (sum ?? 0) + weight * (b - a);
  }
}
