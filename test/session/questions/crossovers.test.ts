import { expect, test } from "vitest";
import { type Figure, toText } from "../../../src/report/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";

const RACE = `${BASE}
plan wide = p with { tp = 8, pp = 8, vpp = 3 }
plan deep = p with { tp = 4, pp = 16, vpp = 2 }
let roomy = t with { cluster.device.usable_memory = 1_000 GiB }
sweep race = roomy for plan in [wide, deep] for cluster.scale_up.bandwidth in [5 GB/s, 50 GB/s, 300 GB/s, 3_000 GB/s]
`;

test("where one plan overtakes another is where both take as long", () => {
  const s = memorySession();
  expect(codes(cell(s, RACE))).toEqual([]);
  const { rows } = shown(s, "race.crossovers") as { rows: readonly (readonly [string, string, number])[] };
  expect(rows).toHaveLength(1);
  const [below, above, at] = rows[0] ?? ["", "", 0];
  expect([below, above]).toEqual(["deep", "wide"]);
  const time = (plan: string, factor: number) =>
    Number(
      shown(
        s,
        `(t with { plan = ${plan}, cluster.scale_up.bandwidth = ${(factor * at) / 1e9} GB/s }).step_time`,
      ),
    );
  expect(time("deep", 1) / time("wide", 1)).toBeCloseTo(1, 4);
  expect(time("deep", 0.9)).toBeLessThan(time("wide", 0.9));
  expect(time("deep", 1.1)).toBeGreaterThan(time("wide", 1.1));
});

test("alternatives that never meet have no crossing", () => {
  const s = memorySession();
  cell(
    s,
    `${BASE}\nsweep race = t for plan.recompute in [none, full] for cluster.scale_up.bandwidth in [100 GB/s, 300 GB/s]`,
  );
  expect((shown(s, "race.crossovers") as { rows: readonly unknown[] }).rows).toEqual([]);
});

const figureOf = (text: string): Figure => {
  const figure = cell(memorySession(), text).outputs.at(-1)?.document.blocks[0];
  if (figure?.kind !== "figure") throw new Error("no figure");
  return figure;
};
const traces = (figure: Figure) => figure.data.map(({ mode, name }) => ({ mode, name }));
const PLOT = "plot race { x = cluster.scale_up.bandwidth, y = step_time, x_scale = log10 }";

test("a plot over the varied number has a line for each plan, and a ring where they cross, told in words", () => {
  const s = memorySession();
  cell(s, RACE);
  const at = Number((shown(s, "race.crossovers") as { rows: readonly (readonly unknown[])[] }).rows[0]?.[2]);
  const figure = figureOf(`${RACE}\n${PLOT}`);
  expect(traces(figure)).toEqual([
    { mode: "lines+markers", name: "wide" },
    { mode: "lines+markers", name: "deep" },
    { mode: "markers", name: undefined },
  ]);
  const [wide, deep, ring] = figure.data as unknown as { x: number[]; y: number[]; text: string[] }[];
  expect(ring?.x[0]).toBeCloseTo(at / 1e9, 2);
  const [below, above] = [wide?.y[0] ?? 0, wide?.y[3] ?? 0];
  expect(ring?.y[0]).toBeLessThan(Math.min(below, deep?.y[0] ?? 0));
  expect(ring?.y[0]).toBeGreaterThan(Math.max(above, deep?.y[3] ?? 0));
  const [place] = figure.layout.annotations as readonly { readonly text: string; readonly xanchor: string }[];
  const label = place?.text;
  expect(label).toMatch(/^\d+\.?\d* GB\/s$/);
  expect(figure.caption).toBe(`The lines cross at ${label}: deep is lower to the left, wide to the right.`);
});

test("lines that do not cross have no ring and no caption", () => {
  const apart = figureOf(
    `${RACE}sweep sizes = roomy for plan in [wide, deep] for plan.micro_batch in [1, 2]\nplot sizes { x = plan.micro_batch, y = step_time }`,
  );
  expect(traces(apart).map(({ name }) => name)).toEqual(["wide", "deep"]);
  expect(apart.caption).toBeUndefined();
});

test("crossings are in the order of the number, and an alternative that does not fit says so", () => {
  const s = memorySession();
  cell(
    s,
    `${RACE}plan mid = p with { tp = 4, pp = 8, vpp = 3 }
sweep three = t for plan in [wide, deep, mid] for cluster.scale_up.bandwidth in [5 GB/s, 50 GB/s, 300 GB/s, 3_000 GB/s]`,
  );
  cell(
    s,
    "sweep tight = t with { cluster.device.memory = 20 GiB } for plan in [wide, deep] for cluster.scale_up.bandwidth in [5 GB/s, 50 GB/s, 300 GB/s, 3_000 GB/s]",
  );
  const at = (name: string) =>
    (shown(s, `${name}.crossovers`) as { rows: readonly (readonly [string, string, number])[] }).rows;
  expect(at("tight").length).toBeGreaterThan(0);
  for (const [below, above] of at("tight"))
    expect(`${below} ${above}`).toMatch(/out of memory\).*out of memory/);
  const numbers = at("three").map(([, , number]) => number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  // The table of such a sweep says so as well.
  const text = toText({ blocks: cell(s, "show tight").outputs.flatMap(({ document }) => document.blocks) });
  expect(text).toMatch(/^tight: 8 of 8 rows run out of memory/);
});
