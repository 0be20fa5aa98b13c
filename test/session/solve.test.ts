import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

/** A small program, whose estimate is quick. */
const BASE = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  framework = megatron_core
  tp = 2
  zero = 1
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 256 sequences
}
let t = llama3_8b on (dgx_h100 with { nodes = 8 }) with p
`;
const NIC = "cluster.scale_out.nic";
const RANGE = `for ${NIC} in 10 Gb/s .. 800 Gb/s`;

/** Session with the scenario `t`, and with what a text defines. */
function session(text = "") {
  const made = memorySession();
  const result = cell(made, `${BASE}\n${text}`);
  return { made, result };
}

const said = (text: string): { readonly text: string; readonly codes: readonly string[] } => {
  const { result } = session(text);
  return {
    text: result.outputs
      .map(({ document }) => toText(document))
      .join("\n")
      .replace(/\s+/g, " "),
    codes: codes(result),
  };
};

describe("an equality on one number", () => {
  test("holds at the answer to the last digits, which is a scenario", () => {
    const { made, result } = session(`let goal = (t with { ${NIC} = 111 Gb/s }).mfu
solve n = t ${RANGE} where mfu == goal`);
    expect(codes(result)).toEqual([]);
    expect(shown(made, "n.value")).toBeCloseTo(111e9 / 8, -2);
    expect(shown(made, "n.scenario.mfu / goal")).toBeCloseTo(1, 10);
    expect(shown(made, "first(n).step_time / n.scenario.step_time")).toBe(1);
    expect(shown(made, `(t with { ${NIC} = n.value }).mfu / goal`)).toBeCloseTo(1, 10);
  });

  test("between two results, with arithmetic and functions of the program", () => {
    const { made, result } = session(`fn share(x) = x / step_of
let step_of = t.step_time
solve n = t for cluster.device.memory_bandwidth in 1 TB/s .. 8 TB/s where share(step_time) == 1 where mfu > 0`);
    expect(codes(result)).toEqual([]);
    expect(shown(made, "n.value / t.cluster.device.memory_bandwidth")).toBeCloseTo(1, 6);
  });

  test("says how near the nearest is where there is none, and where", () => {
    const { text, codes } = said(`solve n = t ${RANGE} where mfu == 90%\nshow n`);
    expect(codes).toEqual(["no-solution"]);
    expect(text).toMatch(
      /No cluster.scale_out.nic from 10 Gb\/s to 800 Gb\/s gives mfu == 90%: the nearest mfu is [\d.]+%, at 800 Gb\/s\./,
    );
  });

  test("a jump past the value is told with both sides", () => {
    const { text, codes } = said(
      `solve n = t for cluster.device.memory in 30 GB .. 90 GB where (if cluster.device.memory < 50 GB then 1 else 3) == 2\nshow n`,
    );
    expect(codes).toEqual(["no-solution"]);
    expect(text).toContain("jumps from 1 to 3 at 50 GB, past 2");
  });

  test("several answers are rows in the order of the range; other conditions drop some", () => {
    const both = `(${NIC} / (1 Gb/s) - 100) * (${NIC} / (1 Gb/s) - 500)`;
    const { made } = session(`solve n = t ${RANGE} where ${both} == 0
solve m = t ${RANGE} where ${both} == 0 where ${NIC} > 200 Gb/s`);
    const rows = shown(made, `n.${NIC} as Gb/s`);
    expect(JSON.stringify(rows)).toContain('"value":12500000000');
    expect(shown(made, "length(n)")).toBe(2);
    expect(shown(made, "m.value")).toBeCloseTo(500e9 / 8, -2);
    expect(said(`solve m = t ${RANGE} where ${both} == 0 where ${NIC} > 200 Gb/s\nshow m`).text).toContain(
      "One more does not meet",
    );
  });
});

describe("a limit on one number", () => {
  test("gives the least number that meets it", () => {
    const { made, result } = session(`let goal = (t with { ${NIC} = 111 Gb/s }).mfu
solve n = t ${RANGE} where mfu >= goal
solve less = t ${RANGE} where mfu < goal`);
    expect(codes(result)).toEqual([]);
    expect(shown(made, "n.value")).toBeCloseTo(111e9 / 8, -1);
    expect(shown(made, "n.scenario.mfu >= goal")).toBe(true);
    expect(shown(made, "less.scenario.mfu < goal")).toBe(true);
    expect(
      said(`let goal = (t with { ${NIC} = 111 Gb/s }).mfu\nsolve n = t ${RANGE} where mfu >= goal\nshow n`)
        .text,
    ).toContain("mfu >= goal holds for cluster.scale_out.nic of at least 111 Gb/s");
  });

  test("on whole numbers: the least node count, of those that are possible", () => {
    const { text, codes } = said(`let old = t with { plan.tokens = 100B tokens }
let goal = (old with { cluster.nodes = 16 }).time_to_train
solve n = old for cluster.nodes in 1 .. 100 where time_to_train <= goal\nshow n\nexpect n.value == 16`);
    expect(codes).toEqual([]);
    expect(text).toMatch(
      /holds for cluster.nodes of at least 16, of the \d+ whole numbers that are possible/,
    );
  });

  test("everywhere, nowhere and with conditions that are no comparison", () => {
    expect(said(`solve n = t ${RANGE} where mfu > 0\nshow n`).text).toContain(
      "everywhere from 10 Gb/s to 800 Gb/s",
    );
    expect(said(`solve n = t ${RANGE} where mfu > 0 and not memory.fits\nshow n`).codes).toEqual([
      "no-solution",
    ]);
    expect(
      said(`solve n = t for plan.micro_batch in 1 .. 4 where memory.fits == yes\nshow n`).text,
    ).toContain("at most");
  });
});

describe("the best of several numbers", () => {
  test("is where a limit binds: a search over a fine list finds nothing better", () => {
    const { made, result } = session(`let q = t with { cluster.price = $2/GPU-hour, plan.tokens = 10B tokens }
solve best = q for cluster.nodes in 1 .. 64 for ${NIC} in 50 Gb/s .. 800 Gb/s
  where step_time <= 2 s
  minimize cost + ${NIC} * cluster.nodes / (1 Gb/s) * 1 $
sweep all = q for cluster.nodes in range(1, 64) for ${NIC} in range(50 Gb/s, 800 Gb/s, step = 25 Gb/s)
  where step_time <= 2 s and memory.fits == yes
  derive total = cost + ${NIC} * cluster.nodes / (1 Gb/s) * 1 $`);
    expect(codes(result)).toEqual([]);
    const least = shown(made, "min(all.total)") as number;
    const found = shown(made, "best.value") as number;
    expect(found).toBeLessThanOrEqual(least * (1 + 1e-9));
    expect(found).toBeGreaterThan(least * 0.9);
    expect(shown(made, "first(best).step_time <= 2 s")).toBe(true);
  });

  test("a budget is a limit, in `sweep` and `search` too", () => {
    const { made, result } = session(`let q = t with { cluster.price = $2/GPU-hour, plan.tokens = 1B tokens }
sweep one = q for cluster.nodes in [4, 8, 16] within $1
search two = q for plan.micro_batch in [1, 2] within $10_000, 60 days minimize step_time
solve three = q for ${NIC} in 10 Gb/s .. 800 Gb/s within 60 days, $100_000 maximize mfu`);
    expect(codes(result)).toEqual(["empty-sweep"]);
    expect(result.diagnostics[0]?.help).toContain("within $1");
    expect(shown(made, `three.${NIC} as Gb/s`)).toBeDefined();
    expect(shown(made, "three.scenario.mfu >= (q with { cluster.scale_out.nic = 799 Gb/s }).mfu")).toBe(true);
    expect(shown(made, "length(two) > 0")).toBe(true);
  });

  test("says what it lacks where nothing meets the conditions", () => {
    const { text, codes } = said(`solve b = t for ${NIC} in 10 Gb/s .. 800 Gb/s for cluster.nodes in 1 .. 16
  where step_time <= 1 ms minimize step_time\nshow b`);
    expect(codes).toEqual(["no-solution"]);
    expect(text).toMatch(/Nothing with .* meets step_time <= 1 ms: the nearest step_time is [\d.,]+ ms, at /);
  });

  test("the same bytes each time", () => {
    const once = () =>
      said(
        `solve b = t for ${NIC} in 10 Gb/s .. 800 Gb/s for plan.micro_batch in 1 .. 8 maximize mfu\nshow b`,
      ).text;
    expect(once()).toBe(once());
  });
});

describe("what is refused", () => {
  test.each<[string, string, RegExp]>([
    [
      "a list",
      `solve n = t for ${NIC} in [1 Gb/s, 2 Gb/s] where mfu == 45%`,
      /^syntax: expected ranges to look in/,
    ],
    ["no question", `solve n = t ${RANGE}`, /^syntax: expected what to look for/],
    ["a range in a sweep", `sweep n = t ${RANGE}`, /^syntax: expected a list, but found a range/],
    ["a budget of a bandwidth", `solve n = t ${RANGE} within 3 Gb/s`, /^syntax: expected money, a time/],
    ["`keep`", `solve n = t ${RANGE} where mfu == 45% keep 3`, /^syntax: expected `for`, `where`/],
    [
      "several ranges with conditions alone",
      `solve n = t ${RANGE} for cluster.nodes in 1 .. 8 where mfu == 45%`,
      /^wrong-type: `solve` wants `minimize`/,
    ],
    [
      "an equality beside an objective",
      `solve n = t ${RANGE} where mfu == 45% minimize step_time`,
      /^wrong-type: `solve` wants limits/,
    ],
    ["an empty range", `solve n = t for ${NIC} in 8 Gb/s .. 2 Gb/s where mfu == 45%`, /^out-of-range/],
    [
      "ends of two dimensions",
      `solve n = t for ${NIC} in 8 Gb/s .. 2 s where mfu == 45%`,
      /^dimension-mismatch/,
    ],
    ["a field of words", "solve n = t for plan.recompute in 1 .. 2 where mfu == 45%", /^wrong-type/],
    ["an unknown field", "solve n = t for plan.tpp in 1 .. 2 where mfu == 45%", /^unknown-field/],
    ["no scenario", `solve n = 3 ${RANGE} where mfu == 45%`, /^wrong-type: `solve` wants a scenario/],
    ["a condition of two dimensions", `solve n = t ${RANGE} where mfu == 45 s`, /^dimension-mismatch/],
    ["a result that needs more", `solve n = t ${RANGE} where cost == $3`, /^not-available/],
  ])("%s", (_, text, expected) => {
    const { result } = session(text);
    const [one] = result.diagnostics;
    expect(`${one?.code}: ${one?.message}`).toMatch(expected);
  });
});

describe("an answer shown", () => {
  const text = `solve n = t ${RANGE} where mfu >= 40%`;

  test("as a figure: what is compared, the target, and the answer marked", () => {
    const { result } = session(`${text}\nplot n`);
    const figure = JSON.stringify(result.outputs.at(-1)?.data);
    expect(codes(result)).toEqual([]);
    expect(figure).toContain('"40%"');
    expect(figure).toContain("mfu is 40% at cluster.scale_out.nic = ");
  });

  test("taken apart down to the sources", () => {
    const { result } = session(`${text}\nexplain n`);
    const [output] = result.outputs;
    expect(output && toText(output.document)).toMatch(/mfu: FLOP\/s utilisation.* = 40%/);
  });

  test("as a table of TypeScript, in completion and among the names", () => {
    const { made } = session(text);
    expect(made.sheet.type("n", false)).toBe("SheetTable");
    expect(made.names().find(({ name }) => name === "n")?.kind).toBe("table");
    const found = made.complete("solve x = t wi", 14).items.map((one) => one.text);
    expect(found).toContain("within");
  });
});
