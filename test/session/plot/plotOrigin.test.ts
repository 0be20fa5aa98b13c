import { expect, test } from "vitest";
import type { Figure } from "../../../src/report/index.ts";
import { BASE, cell, memorySession } from "../../support/memorySession.ts";

const versions = { engine: "9.8.7", std: "2099.1" };

function figures(text: string): readonly Figure[] {
  const s = memorySession({}, { versions });
  const { outputs, diagnostics } = cell(s, `${BASE}${text}`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return outputs.flatMap(({ document }) =>
    document.blocks.filter((block): block is Figure => block.kind === "figure"),
  );
}

test("every figure says below its title what it shows, with which plan, engine and data", () => {
  const all = figures(`
sweep w = t for plan.recompute in [none, full]
plot t, t.memory, t.time, t.comm, t.timeline
plot w { x = plan.recompute, y = step_time }
plot t.time, (t with { plan.recompute = full }).time`);
  expect(all).toHaveLength(7);
  for (const { origin = "", layout, title } of all) {
    expect(origin, title).toMatch(/ on \S+ with \S+/);
    expect(origin, title).toMatch(/dtp 9\.8\.7 · std 2099\.1$/);
    expect(JSON.stringify(layout), title).toContain("dtp 9.8.7 · std 2099.1");
  }
  expect(all.map(({ name }) => name)).toEqual([
    "t memory",
    "t.memory",
    "t.time",
    "t.comm",
    "t.timeline",
    "w step_time over plan.recompute",
    "t.time (t with { plan.recompute = full }).time",
  ]);
});

test("long origins are cut before the versions, which stay on one line", () => {
  const names = Array.from({ length: 6 }, (_, at) => `a_scenario_with_a_long_name_${at}`);
  const [figure] = figures(
    `${names.map((name) => `let ${name} = t`).join("\n")}\nplot ${names.map((name) => `${name}.time`).join(", ")}`,
  );
  expect(JSON.stringify(figure?.layout)).toMatch(/… · dtp 9\.8\.7 · std 2099\.1"/);
});

test("times of two scenarios are one figure, a bar each", () => {
  const [figure] = figures("plot t.time, (t with { plan.recompute = full }).time");
  const [trace] = (figure?.data ?? []) as unknown as [{ y: string[] }];
  expect(trace.y).toHaveLength(2);
});

test("parallel coordinates of two tables are refused, because their axes belong to one table", () => {
  const s = memorySession({}, { versions });
  const { diagnostics, outputs } = cell(
    s,
    `${BASE}
sweep v = t for plan.recompute in [none, full]
sweep w = t for plan.recompute in [none, full]
plot v, w { marks = parallel }`,
  );
  expect(outputs).toEqual([]);
  expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
    "wrong-type",
    "`marks` of this plot wants `lines`, `points` or `steps`, not the word `parallel`",
  ]);
});
