/** Verbs `compare a, b` and `explain a against b`: what differs between scenarios, and why. */
import { describe, expect, test } from "vitest";
import type { Output } from "../../src/session/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

interface Found {
  readonly changes: readonly string[];
  readonly before: Readonly<Record<string, number | null>>;
  readonly after: Readonly<Record<string, number | null>>;
  readonly attribution: {
    readonly shares: readonly { readonly numbers: Readonly<Record<string, number>> }[];
  };
}

const PLANS = `${BASE}
let wide = t with { plan.pp = 4, plan.recompute = full, cluster.scale_out.nic = 100 Gb/s }
let same = t with { plan.tp = 8 }
`;
const causesOf = ([output]: readonly Output[]): readonly Found[] =>
  (output?.data as { readonly causes: readonly Found[] } | undefined)?.causes ?? [];

/** Sum of a measure's shares over all causes. */
const total = ({ attribution }: Found, name: string): number =>
  attribution.shares.reduce((sum, { numbers }) => sum + (numbers[name] ?? Number.NaN), 0);

describe("compare", () => {
  test("attributes the whole difference to the settings that differ", () => {
    const s = memorySession();
    const { outputs, diagnostics } = cell(s, `${PLANS}compare t, wide, same`);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const [wide, same] = causesOf(outputs);
    if (!wide) throw new Error("no causes");
    expect(wide.changes).toEqual([
      "cluster.scale_out.nic: 200 Gb/s → 100 Gb/s",
      "plan.pp: 8 → 4",
      "plan.recompute: none → full",
    ]);
    for (const name of ["step_time", "memory.peak"]) {
      const difference = (wide.after[name] ?? 0) - (wide.before[name] ?? 0);
      expect(total(wide, name) / difference).toBeCloseTo(1, 9);
    }
    expect(wide.before.step_time).toBe(shown(s, "t.step_time"));
    expect(wide.after.step_time).toBe(shown(s, "wide.step_time"));
    expect(same?.changes).toEqual([]);
  });

  test("has a column of changes for each scenario after the first", () => {
    const { outputs } = cell(memorySession(), `${PLANS}compare t, wide, same`);
    const [table] = outputs[0]?.document.blocks ?? [];
    if (table?.kind !== "table") throw new Error("no table");
    expect(table.columns.map(({ title }) => title)).toEqual(["", "t", "wide", "change", "same", "change"]);
    const step = [...table.rows].find(([head]) => head?.text === "step_time");
    expect(step?.[3]?.trend).toBe((step?.[3]?.value as number) > 0 ? "worse" : "better");
    expect(step?.[5]).toEqual({ text: "=", value: 0 });
  });

  test("fields that only follow from others are no cause", () => {
    const { outputs } = cell(
      memorySession(),
      `${BASE}let one = t with { plan.dp = fill, cluster.nodes = 8 }\nlet two = one with { cluster.nodes = 16 }\ncompare one, two`,
    );
    expect(causesOf(outputs)[0]?.changes).toEqual(["cluster.nodes: 8 → 16"]);
  });

  test("another model is one cause, and a scenario that is invalid says why", () => {
    const s = memorySession();
    const other = `${BASE}import gpt3_6_7b from "std/models"\nlet small = gpt3_6_7b on c with p with { plan.vpp = 2 }\n`;
    const { outputs, diagnostics } = cell(s, `${other}compare t, small`);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(causesOf(outputs)[0]?.changes).toEqual([
      "model: gpt3_175b → gpt3_6_7b",
      expect.stringMatching(/^plan\.vpp: 3 → 2$/),
    ]);
    expect(codes(cell(s, "compare t, t with { plan.pp = 7 }"))).toContain("not-divisible");
  });

  test("wants two scenarios or more", () => {
    const s = memorySession();
    expect(codes(cell(s, `${PLANS}compare t`))).toEqual(["wrong-kind"]);
    expect(codes(cell(s, "compare t, 3"))).toEqual(["wrong-kind"]);
    expect(codes(cell(s, "compare [t, wide]"))).toEqual([]);
  });
});

describe("explain .. against", () => {
  test("one result: its causes add up, and its parts stand side by side", () => {
    const s = memorySession();
    const { outputs, diagnostics } = cell(s, `${PLANS}explain wide.step_time against t.step_time`);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const found = outputs[0]?.data as Found;
    const difference = (found.after.step_time ?? 0) - (found.before.step_time ?? 0);
    expect(total(found, "step_time") / difference).toBeCloseTo(1, 9);
    expect(Object.keys(found.after)).toEqual(["step_time"]);
  });

  test("whole scenarios have their time and memory part by part", () => {
    const { outputs } = cell(memorySession(), `${PLANS}explain wide against t`);
    const tables = (outputs[0]?.document.blocks ?? []).filter(({ kind }) => kind === "table");
    expect(tables).toHaveLength(3);
  });

  test("wants the same result of two scenarios", () => {
    const s = memorySession();
    expect(codes(cell(s, `${PLANS}explain wide.mfu against t.step_time`))).toEqual(["wrong-kind"]);
    expect(codes(cell(s, "explain wide against 3"))).toEqual(["wrong-kind"]);
    expect(codes(cell(s, "explain 3 s against wide"))).toEqual(["wrong-kind"]);
  });

  test("`against` stays a name elsewhere", () => {
    const s = memorySession();
    cell(s, "let against = 3");
    expect(shown(s, "against + 1")).toBe(4);
  });
});
