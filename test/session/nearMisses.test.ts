import { expect, test } from "vitest";
import { BASE, cell, memorySession, shown } from "../support/memorySession.ts";

const START = `${BASE}
let u = t with { plan.vpp = 1, plan.schedule = 1f1b }
`;
/** A small part of the plan space. */
const PART = `for plan in all for plan.tp in [4, 8] for plan.sequence_parallel in [true] for plan.cp in [1] for plan.pp in [4, 8]
  for plan.schedule in [1f1b] for plan.micro_batch in [1] for plan.offload in [none] for plan.recompute in [none, full]`;
const SWEPT = `for plan.tp in [4, 8] for plan.pp in [4, 8] for plan.recompute in [none, full] for plan.zero in [0, 1, 2, 3]`;

interface Skipped {
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}

function session(text: string) {
  const s = memorySession();
  const { diagnostics } = cell(s, START + text);
  return { s, help: diagnostics.map(({ help }) => help ?? "").join("\n"), diagnostics };
}

/** The best value of a column over all plans of the part that fit. */
function bestOf(column: string, order: "minimize" | "maximize"): number {
  const { s } = session(`search best = u ${PART} ${order} ${column} keep 1`);
  const { rows } = shown(s, `best { ${column} }`) as { rows: readonly (readonly number[])[] };
  return rows[0]?.[0] ?? Number.NaN;
}

const percentIn = (text: string): number => Number(/mfu is ([\d.]+)% at best/.exec(text)?.[1]) / 100;

test.each([
  ["of all plans", `search empty = u ${PART} where mfu > 90%`],
  ["over lists", `search empty = u ${SWEPT} where mfu > 90%`],
  [
    "over lists, in a sweep, under another condition",
    `sweep empty = u ${SWEPT} where memory.fits where mfu > 90%`,
  ],
])("where a condition leaves nothing, it is said first how near the best came: %s", (_, text) => {
  const { help } = session(text);
  expect(help).toMatch(/^\d+ × where mfu > 90% \(mfu is [\d.]+% at best \(tp \d · pp \d/);
  expect(percentIn(help)).toBeCloseTo(bestOf("mfu", "maximize"), 3);
});

test("also where plans are turned away by a bound before they are worked out, under the other conditions", () => {
  const { s } = session(`search empty = u ${PART} where memory.peak < 2 GiB and plan.tp == 4`);
  const { skipped } = shown(s, "empty.skipped") as Skipped;
  const [found] = skipped.filter(({ reason }) => reason === "where memory.peak < 2 GiB");
  const { s: other } = session(`search least = u ${PART} where plan.tp == 4 minimize memory.peak keep 1`);
  const { rows } = shown(other, "least { memory.peak as GiB }") as { rows: readonly (readonly number[])[] };
  const [, said = ""] = /^memory\.peak is ([\d.]+) GiB at best \(tp 4/.exec(found?.example ?? "") ?? [];
  expect(Number(said)).toBeCloseTo((rows[0]?.[0] ?? 0) / 2 ** 30, 1);
});

test.each([
  ["mfu > 90%", "maximize mfu", 0.01],
  ["energy.step < 1 kJ", "minimize energy.step", 1e3],
  ["100_000_000 tokens/s < tokens_per_s", "maximize tokens_per_s", 1],
])("of plans that a bound on other results turns away too: %s", (condition, goal, unit) => {
  const { s } = session(`let run = u with { plan.tokens = 1B tokens }
search empty = run ${PART} where ${condition} and plan.zero != 3
search best = run ${PART} where plan.zero != 3 ${goal} keep 1`);
  const { skipped } = shown(s, "empty.skipped") as Skipped;
  const found = skipped.find(({ reason }) => reason === `where ${condition}`);
  const { rows } = shown(s, `best { ${goal.split(" ")[1]} }`) as { rows: readonly (readonly number[])[] };
  const [, said = ""] = / is ([\d.,]+)\D* at best \(tp/.exec(found?.example ?? "") ?? [];
  expect((Number(said.replaceAll(",", "")) * unit) / (rows[0]?.[0] ?? 0), found?.example).toBeCloseTo(1, 2);
});

test.each(["mfu > 1 GiB", "memory.peak < 1 s", "1 W > step_time"])(
  "a comparison of different units is a mistake, also where bounds alone would turn all plans away: %s",
  (condition) => {
    const { diagnostics } = session(`search empty = u ${PART} where ${condition}`);
    expect(diagnostics.map(({ code }) => code)).toEqual(["dimension-mismatch"]);
  },
);

test("a condition that some plan meets, and one on settings, say no more than that they do not hold", () => {
  const { s } = session(`search some = u ${SWEPT} where mfu > 1% where plan.tp == 4`);
  const { skipped } = shown(s, "some.skipped") as Skipped;
  expect(skipped.find(({ reason }) => reason === "where plan.tp == 4")?.example).toBe("condition is false");
  const { help, diagnostics } = session(`search empty = u ${PART} where false`);
  expect(help).toContain("where false (condition is false)");
  expect(diagnostics[0]?.message).toMatch(/none of the \d+ plans is feasible/);
});

test("of plans over memory those count that settings leave, and the change that makes one fit keeps to the conditions", () => {
  const part = `u for plan in all for plan.tp in [8] for plan.sequence_parallel in [true] for plan.cp in [1] for plan.pp in [2, 4, 8]
  for plan.schedule in [1f1b] for plan.micro_batch in [1] for plan.offload in [none] for plan.rank_order in [tp_cp_dp_pp]`;
  const overOf = (where: string): string => {
    const { s } = session(`search found = ${part} ${where} keep 100`);
    const { skipped } = shown(s, "found.skipped") as Skipped;
    return skipped.find(({ reason }) => reason === "out of memory")?.example ?? "";
  };
  const free = overOf("where plan.pp == 2");
  expect(free).toMatch(/closest: .*pp = 2, .*; zero = [23] would fit/);
  const [, change = ""] = /zero = (\d) would fit/.exec(free) ?? [];
  expect(overOf(`where plan.pp == 2 where plan.zero != ${change}`)).not.toContain(
    `zero = ${change} would fit`,
  );
  expect(overOf("where plan.pp == 2 where bubble_fraction > 99%")).toMatch(
    /changing any one setting does not make it fit/,
  );
});
