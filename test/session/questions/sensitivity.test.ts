import { expect, test } from "vitest";
import type { Figure } from "../../../src/report/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../../support/memorySession.ts";

const PAID = `${BASE}
let paid = t with { plan.tokens = 300B tokens, cluster.price = $2/GPU-hour }
`;
interface Shown {
  readonly columns: readonly { readonly title: string }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
function table(text: string, columns: string) {
  const s = memorySession();
  const result = cell(s, PAID + text);
  return { result, s, rows: (shown(s, columns) as Shown).rows };
}
const rowOf = (rows: Shown["rows"], input: string) => rows.find(([name]) => name === input) ?? [];
const number = (s: ReturnType<typeof memorySession>, text: string): number => Number(shown(s, text));

test("a price moves the cost alone, one for one", () => {
  const { rows } = table(
    "",
    "paid.sensitivity { input, step_time, memory, cost, cost_halved, cost_doubled }",
  );
  const [, time, memory, cost, halved, doubled] = rowOf(rows, "cluster.price");
  expect([time, memory]).toEqual([0, 0]);
  expect(cost).toBeCloseTo(0.01, 12);
  expect(halved).toBeCloseTo(-0.5, 12);
  expect(doubled).toBeCloseTo(1, 12);
});

test("what the table says of an input is what changing it by hand does", () => {
  const { s, rows } = table("", "paid.sensitivity { input, step_time, step_time_halved }");
  const time = (factor: string) =>
    number(s, `(paid with { cluster.scale_up.bandwidth = ${factor} * 300 GB/s }).step_time`);
  const [, little, halved] = rowOf(rows, "cluster.scale_up.bandwidth");
  expect(halved).toBeCloseTo(time("0.5") / time("1") - 1, 12);
  expect(little).toBeCloseTo(Math.sqrt(time("1.01") / time("1 / 1.01")) - 1, 12);
  expect(Number(little)).toBeLessThan(0);
});

test("more of a rate never lengthens a step, more of a latency never shortens it", () => {
  const { rows } = table("", "paid.sensitivity { input, step_time_halved, step_time_doubled }");
  expect(rows.length).toBeGreaterThan(8);
  for (const [input, halved, doubled] of rows) {
    if (!/bandwidth$|peak\.|\.nic$/.test(String(input))) continue;
    expect([input, Number(halved) >= -1e-12, Number(doubled) <= 1e-12]).toEqual([input, true, true]);
  }
});

test("a value out of its field's range is blank, counts are no inputs, what moves nothing is left out", () => {
  const { rows } = table("", "paid.sensitivity { input, step_time, step_time_doubled }");
  const efficiency = rowOf(rows, "cluster.device.gemm_efficiency");
  expect(Number(efficiency[1])).toBeLessThan(0);
  expect(efficiency[2]).toBeNull();
  const inputs = rows.map(([input]) => input);
  expect(inputs).not.toContain("cluster.nodes");
  expect(inputs).not.toContain("cluster.failures.mtbf");
});

test("of a table it has the table's name", () => {
  const s = memorySession();
  const search = "search best = paid for plan.tp in [4, 8] keep 2";
  const { outputs } = cell(s, `${PAID}${search}\nshow best.sensitivity\nshow first(best).sensitivity`);
  const captions = outputs.flatMap(({ document }) =>
    document.blocks.flatMap((block) => (block.kind === "table" ? [String(block.caption).split(":")[0]] : [])),
  );
  expect(captions).toEqual(["best", "paid"]);
});

test("of a table it is that of its first row", () => {
  const { s, rows } = table(
    "search best = paid for plan.tp in [4, 8] keep 2\nlet winner = first(best)",
    "best.sensitivity { input, cost }",
  );
  expect(rows).toEqual((shown(s, "winner.sensitivity { input, cost }") as Shown).rows);
});

test("a scenario that the engine refuses has none, and says why as ever", () => {
  const said = (what: string) =>
    codes(cell(memorySession(), `${BASE}\nlet odd = t with { plan.tp = 7 }\nshow ${what}`));
  expect(said("odd").length).toBeGreaterThan(0);
  expect(said("odd.sensitivity")).toEqual(said("odd"));
});

test("its plot is a tornado: widest first, of the step's time or of what is asked for", () => {
  const s = memorySession();
  const result = cell(s, `${PAID}plot paid.sensitivity\nplot paid.sensitivity { y = cost }`);
  expect(codes(result)).toEqual([]);
  const figures = result.outputs.flatMap(({ document }) =>
    document.blocks.filter((block): block is Figure => block.kind === "figure"),
  );
  expect(figures.map(({ title }) => title.split(":")[0])).toEqual(["Step time", "Cost"]);
  const first = (figures[1]?.data ?? []).map(({ x, y }) => [y, x].map((all) => Array.isArray(all) && all[0]));
  expect(first).toEqual([
    ["price", -50],
    ["price", 100],
  ]);
  const wrong = cell(s, "plot paid.sensitivity { y = mfu }");
  expect(codes(wrong)).toEqual(["nothing-to-plot"]);
});
