import { describe, expect, test } from "vitest";
import { toText } from "../../../src/report/index.ts";
import {
  documentOfValue,
  SheetError,
  type SheetScenario,
  type SheetTable,
} from "../../../src/session/index.ts";
import { BASE, cell, memorySession } from "../../support/memorySession.ts";

const session = memorySession({ "runs.csv": "name,gpus,step_time [s]\nsmall,8,1.5\nlarge,64,\n" });
const { sheet } = session;
cell(
  session,
  `${BASE}
import runs from "./runs.csv"
let budget = 80 GiB
let degrees = [1, 2, 4]
let share = 0.5
let new = 3
let rate = normal(400 Gb/s, 10%)
sweep wide = t for plan.micro_batch in [1, 2, 5] derive half = step_time / 2
let wrong = t with { plan.tp = 7 }`,
);

describe("values for programs", () => {
  test("plain numbers are numbers, others keep their unit", () => {
    expect(sheet.read("share")).toBe(0.5);
    expect(sheet.read("degrees")).toEqual([1, 2, 4]);
    expect(sheet.read("budget")).toMatchObject({ value: 80 * 2 ** 30, unit: "B", text: "80 GiB" });
    expect(sheet.type("budget", true)).toBe("SheetQuantity");
    const budget = sheet.read("budget") as { as(unit: string): number };
    expect(budget.as("MiB")).toBe(80 * 1024);
    expect(() => budget.as("s")).toThrow(SheetError);
  });

  test("an uncertain number has its quantiles", () => {
    const rate = sheet.read("rate") as { readonly text: string; readonly draws?: { readonly p90: number } };
    expect(rate.text).toBe("400 Gb/s (349 to 451)");
    expect(rate.draws?.p90).toBeCloseTo(50e9 * 1.12815515655, -7);
    expect((sheet.read("budget") as { readonly draws?: unknown }).draws).toBeUndefined();
  });

  test("a scenario has its results in base units, its fields, and the engine's parts", () => {
    const t = sheet.read("t") as SheetScenario;
    expect(t.plan.tp).toBe(8);
    expect(t.plan.dp).toBe(1);
    expect(t.model.attention).toMatchObject({ tag: "mha", heads: 96 });
    expect(t.cluster.device?.name).toBe("a100_sxm");
    expect(t.quantity("step_time").value).toBe(t.step_time);
    expect(t.quantity("step_time.high").value).toBeGreaterThan(t.step_time);
    expect(t.quantity("memory.peak").text).toMatch(/GiB$/);
    const { parts, value } = t.breakdown("memory");
    expect(parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(value, 0);
    expect(t.comm.length).toBeGreaterThan(0);
    expect(() => t.quantity("stap_time")).toThrow(/stap_time/);
    expect(JSON.parse(JSON.stringify(t)).memory.peak).toBe(t.memory.peak);
    expect(t.cost.devices).toBeNull();
  });

  test("`with` makes another scenario, or throws what the language would say", () => {
    const t = sheet.read("t") as SheetScenario;
    const more = t.with({ "plan.micro_batch": 2, "plan.recompute": "full" });
    expect(more.plan.micro_batch).toBe(2);
    expect(more.step_time).not.toBe(t.step_time);
    expect(t.plan.micro_batch).toBe(1);
    expect(() => t.with({ "plan.tq": 2 })).toThrow(/tq/);
    expect(() => t.with({ "plan.tp": 7 })).toThrow(SheetError);
  });

  test("tables are arrays of rows with the columns that `show` has", () => {
    const wide = sheet.read("wide") as SheetTable;
    expect(Array.isArray(wide)).toBe(true);
    expect(wide.map((row) => row["plan.micro_batch"])).toEqual([1, 2]);
    expect(wide.columns.find(({ name }) => name === "half")).toEqual({ name: "half", unit: "s" });
    const [row] = wide;
    expect(row?.half).toBe((row?.step_time as number) / 2);
    const scenario = row?.scenario as SheetScenario | undefined;
    expect(scenario?.step_time).toBe(row?.step_time);
    expect(sheet.type("wide", true)).toMatch(
      /^SheetTable<\{ readonly "plan.micro_batch": number; .*SheetScenario \}>$/,
    );
    expect(wide.skipped[0]?.count).toBe(1);
    const runs = sheet.read("runs") as SheetTable;
    expect(runs).toEqual([
      { name: "small", gpus: 8, step_time: 1.5 },
      { name: "large", gpus: 64, step_time: null },
    ]);
  });

  test("every value is shown as the language shows it", () => {
    const shown = (name: string) => toText(documentOfValue(sheet.read(name)) ?? { blocks: [] });
    expect(shown("t")).toContain("step time");
    expect(shown("wide")).toContain("plan.micro_batch");
    expect(shown("budget")).toBe("budget = 80 GiB");
    expect(documentOfValue({})).toBeNull();
  });

  test("what is broken, is not there or cannot be spelled", () => {
    expect(() => sheet.read("wrong")).toThrow(SheetError);
    expect(() => sheet.read("nothing")).toThrow("the sheet has no `nothing`");
    expect(sheet.names()).not.toContain("new");
    expect(sheet.evaluate("budget / 2", "here")).toMatchObject({ text: "40 GiB" });
    expect(() => sheet.evaluate("budget +", "here")).toThrow(SheetError);
  });

  test("a name that is defined again is another definition", () => {
    const before = sheet.definition("share");
    cell(session, "let share = 0.25");
    expect(sheet.definition("share")).not.toBe(before);
    expect(sheet.read("share")).toBe(0.25);
  });
});
