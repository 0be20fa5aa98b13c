import { expect, test } from "vitest";
import type { Figure } from "../../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../../support/memorySession.ts";

const PROGRAM = `${BASE.replace("  vpp = 3\n  schedule = interleaved_1f1b\n", "")}
let base = t with { cluster.scale_out.nic = uniform(150 Gb/s, 250 Gb/s) }
sweep s = base for cluster.nodes in [8, 16, 32]
sweep sure = t for cluster.nodes in [8, 16, 32]`;

const session = memorySession();
expect(codes(cell(session, PROGRAM))).toEqual([]);

const figure = (text: string): Figure => {
  const { outputs, diagnostics } = cell(session, text);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const block = outputs[0]?.document.blocks[0];
  if (block?.kind !== "figure") throw new Error("no figure");
  return block;
};

test("an uncertain number is drawn as its distribution", () => {
  const { data, title, caption } = figure("plot base.step_time");
  expect(title).toBe("Distribution of base step time");
  expect(caption).toContain("8,192 draws");
  const shares = data[0]?.y as readonly number[];
  expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
});

test("a sweep over an uncertain scenario is a fan, over a certain one a line", () => {
  const { data, caption } = figure("plot s { y = step_time }");
  expect(caption).toBe("Median, and the middle 50% and 80% of the draws.");
  expect(data.map(({ fill }) => fill)).toEqual(["toself", "toself", undefined]);
  const [wide, narrow, line] = data.map(({ y }) => y as readonly number[]);
  // At 8 nodes: the lower end of the wide band, of the narrow one, and the median.
  expect(wide?.[0]).toBeLessThan(narrow?.[0] ?? 0);
  expect(narrow?.[0]).toBeLessThan(line?.[0] ?? 0);
  expect(wide?.at(-1)).toBeGreaterThan(line?.[0] ?? 0);
  expect(figure("plot sure { y = step_time }").data).toHaveLength(1);
});

test("sensitivity and explain say what each input brings", () => {
  const { outputs } = cell(session, "show base.sensitivity\nexplain base.step_time");
  const data = outputs[0]?.data as {
    readonly columns: readonly { readonly title: string }[];
    readonly rows: readonly (readonly unknown[])[];
  };
  expect(data.columns.map(({ title }) => title)).toContain("step_time_first");
  expect(data.rows[0]?.[0]).toBe("cluster.scale_out.nic");
  const at = data.columns.findIndex(({ title }) => title === "step_time_total");
  expect(data.rows[0]?.[at]).toBeCloseTo(1, 2);
  const last = outputs[1]?.document.blocks.at(-1);
  expect(last?.kind === "tree" ? last.root.children[0]?.text : "").toMatch(
    /^uniform\(150 Gb\/s, 250 Gb\/s\) \(\[\d+\]:\d+\): (100\.0|99\.\d)% of the variance/,
  );
});
