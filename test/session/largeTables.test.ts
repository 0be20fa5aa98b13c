import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { itemOf, type Listing, type Value, ValueColumn } from "../../src/dsl/evaluate/index.ts";
import { quantity } from "../../src/units/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const heapOf = (make: () => unknown): number => {
  collect();
  const before = process.memoryUsage().heapUsed;
  make();
  collect();
  return process.memoryUsage().heapUsed - before;
};
const sweep = (name: string, rows: number): string =>
  `sweep ${name} = t for plan.zero in [0, 1, 2]
  for plan.global_batch in range(64 sequences, ${(64 * rows) / 3} sequences, step = 64 sequences)`;

test("a long table keeps no scenarios, nor an object a row: its rows are numbers, and with the swept values some hundred bytes each", () => {
  const s = memorySession();
  const [less, more] = [2_100, 5_100] as const;
  cell(s, [BASE, sweep("first", less), sweep("w0", less), sweep("w1", more)].join("\n"));
  shown(s, "length(first)");
  const made = [less, more].map((rows, i) => heapOf(() => expect(shown(s, `length(w${i})`)).toBe(rows))) as [
    number,
    number,
  ];
  expect((made[1] - made[0]) / (more - less)).toBeLessThan(250);
});

test("a long table's rows are those of a short one", () => {
  const s = memorySession();
  cell(s, `${BASE}${sweep("w", 2_100)} derive each = step_time / plan.global_batch`);
  const columns = "plan.zero, plan.global_batch, plan.num_micro_batches, step_time, memory.peak";
  type Shown = { readonly rows: readonly (readonly unknown[])[] };
  const long = shown(s, `w { ${columns}, each }`) as Shown;
  expect(long.rows).toHaveLength(2_100);
  for (const at of [0, 1_049, 2_099]) {
    const [zero, batch] = long.rows[at] ?? [];
    cell(s, `let one = t with { plan.zero = ${zero}, plan.global_batch = ${batch} sequences }`);
    const short = shown(s, `one { ${columns}, each = step_time / plan.global_batch }`) as Shown;
    expect(short.rows[0]).toEqual(long.rows[at]);
  }
});

/** Long enough that its rows are kept as numbers alone. */
const LONG = `sweep long = t
  for plan.micro_batch in [1, 2]
  for plan.pp in [4, 7, 8]
  for plan.tokens in range(1e9 tokens, 340e9 tokens, step = 1e9 tokens)
  derive double = 2 * step_time
  derive as_read = step_time
  where double < 10_000 s`;
const COLUMNS =
  "{ plan.micro_batch, plan.pp, plan.tokens, plan.dp, plan.recompute, step_time, memory.peak, steps, double, as_read.high }";

test("rows of a long sweep are those of each scenario alone, in written order, those without an answer among them", () => {
  const session = memorySession();
  expect(codes(cell(session, `${BASE}${LONG}`))).toEqual([]);
  const { rows } = shown(session, `long ${COLUMNS}`) as { rows: readonly (readonly unknown[])[] };
  expect(rows).toHaveLength(2 * 3 * 340);
  for (const at of [0, 339, 340, 801, 2_039]) {
    const [mb, pp, tokens] = rows[at] ?? [];
    const alone = `sweep alone = t for plan.micro_batch in [${mb}] for plan.pp in [${pp}] for plan.tokens in [${tokens} tokens]
  derive double = 2 * step_time
  derive as_read = step_time`;
    cell(session, alone);
    const one = shown(session, `alone ${COLUMNS}`) as { rows: readonly (readonly unknown[])[] };
    expect(one.rows[0]).toEqual(rows[at]?.slice(0, one.rows[0]?.length));
  }
});

test("a long search ranks as a short one does", () => {
  const session = memorySession();
  const search = (name: string, step: number) => `search ${name} = t
  for plan.tokens in range(1e9 tokens, 700e9 tokens, step = ${step}e9 tokens)
  for plan.micro_batch in [1, 2, 4]
  where memory.fits != no
  minimize time_to_train
  keep 2`;
  expect(codes(cell(session, `${BASE}${search("long", 1)}\n${search("short", 100)}`))).toEqual([]);
  const columns = "{ rank, plan.tokens, plan.micro_batch, time_to_train }";
  const short = shown(session, `short ${columns}`) as object;
  expect(shown(session, `long ${columns}`)).toEqual({ ...short, name: "long" });
  expect(shown(session, "first(long).time_to_train")).toEqual(shown(session, "first(short).time_to_train"));
});

test("a column keeps numbers with their units, words once, and what it was read from", () => {
  const column = new ValueColumn();
  const values: readonly (Value | null)[] = [
    quantity(3, "GiB"),
    null,
    { kind: "word", word: "full" },
    quantity(4, "s"),
    { kind: "none" },
    quantity(5, "GiB"),
  ] as readonly (Value | null)[];
  for (let round = 0; round < 100; round++) for (const value of values) column.push(value, null);
  const all: Listing<Value | null> = column;
  expect(all).toHaveLength(600);
  for (const at of [0, 1, 2, 3, 4, 5, 594, 599]) expect(itemOf(all, at)).toEqual(values[at % 6]);
  expect(column.at(600)).toBeUndefined();
});

test("the numbers of a column stand where its values do, and one may be like another value but for its number", () => {
  const column = new ValueColumn();
  const word: Value = { kind: "word", word: "full" };
  for (const value of [word, null]) column.push(value, null);
  expect([...column.numbers()]).toEqual([]);
  const step = quantity(3, "s") as Value;
  column.push(step, null);
  column.push(step, null, 0);
  expect([...column.numbers()]).toEqual([Number.NaN, Number.NaN, 3, 0]);
  expect([...column]).toEqual([word, null, step, { ...step, value: 0 }]);
});
