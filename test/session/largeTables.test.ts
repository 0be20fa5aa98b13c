import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BASE, cell, memorySession, shown } from "../support/memorySession.ts";

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

test("a long table keeps no scenarios: its rows take a few hundred bytes each", () => {
  const s = memorySession();
  const [less, more] = [2_100, 5_100] as const;
  cell(s, [BASE, sweep("first", less), sweep("w0", less), sweep("w1", more)].join("\n"));
  shown(s, "length(first)");
  const made = [less, more].map((rows, i) => heapOf(() => expect(shown(s, `length(w${i})`)).toBe(rows))) as [
    number,
    number,
  ];
  expect((made[1] - made[0]) / (more - less)).toBeLessThan(1_500);
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
