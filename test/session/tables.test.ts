import { expect, test } from "vitest";
import { render } from "../../src/dsl/diagnostics/index.ts";
import { toText } from "../../src/report/index.ts";
import { clockOf } from "../support/clockOf.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

function session(text: string, extra: Parameters<typeof memorySession>[1] = {}) {
  const s = memorySession({}, extra);
  return { s, result: cell(s, `${BASE}${text}`) };
}
const rows = (s: ReturnType<typeof memorySession>, columns: string) =>
  (shown(s, columns) as { rows: readonly (readonly unknown[])[] }).rows;

test("a sweep is the product of its clauses, the last one fastest, and paired paths go together", () => {
  const { s, result } = session(`sweep w = t
  for plan.tp in [4, 8]
  for (plan.recompute, plan.micro_batch) in [[none, 1], [full, 2]]`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, "w { plan.tp, plan.recompute, plan.micro_batch }")).toEqual([
    [4, "none", 1],
    [4, "full", 2],
    [8, "none", 1],
    [8, "full", 2],
  ]);
});

test("a value of several unnamed arguments is shown with all of them", () => {
  const { s } = session("sweep w = t for plan.recompute in [selective(attention), selective(norms, mlp)]");
  expect(rows(s, "w { plan.recompute }")).toEqual([["selective(attention)"], ["selective(norms, mlp)"]]);
});

test("an override is an expression of each row's own cluster", () => {
  const { s } = session(`sweep weak = t with { plan.global_batch = 1 sequences * cluster.devices }
  for cluster.nodes in [8, 16]`);
  expect(rows(s, "weak { cluster.devices, plan.dp, plan.global_batch, plan.num_micro_batches }")).toEqual([
    [64, 1, 64, 64],
    [128, 2, 128, 64],
  ]);
});

test("first(column) is the first row that has an answer; the others stay, with the reason", () => {
  const { s, result } = session(
    `sweep w = t for plan.pp in [7, 8, 4] derive x = first(step_time) / step_time`,
  );
  expect(codes(result)).toEqual([]);
  const data = rows(s, "w { plan.pp, x }");
  expect(data.map((row) => row[0])).toEqual([7, 8, 4]);
  expect(data[0]?.[1]).toBe(null);
  expect(data[0]?.[2]).toMatch(/divide/);
  expect(data[1]?.[1]).toBe(1);
  expect(shown(s, "w.skipped")).toMatchObject({ tried: 3, feasible: 2, skipped: [{ count: 1 }] });
});

test("where sees outputs, and derived columns when it names them", () => {
  const { s } = session(`sweep w = t for plan.micro_batch in [1, 2, 4]
  derive double = plan.micro_batch * 2
  where double > 2
  where step_time > 0 s`);
  expect(rows(s, "w { plan.micro_batch, double }")).toEqual([
    [2, 4],
    [4, 8],
  ]);
});

test("a search ranks, keeps, drops what does not fit, counts reasons, and gives a scenario back", () => {
  const { s, result } = session(`search best = t
  for plan.tp in [1, 2, 8]
  for plan.micro_batch in [1, 2, 3]
  where memory.fits != no
  minimize step_time
  keep 2
let winner = first(best)`);
  expect(codes(result)).toEqual([]);
  const data = rows(s, "best { rank, step_time as s }") as readonly (readonly [number, number])[];
  expect(data.map(([rank]) => rank)).toEqual([1, 2]);
  expect(data[0]?.[1]).toBeLessThanOrEqual(data[1]?.[1] ?? 0);
  expect(shown(s, "winner.step_time")).toBe(data[0]?.[1]);
  const skipped = shown(s, "best.skipped") as {
    tried: number;
    feasible: number;
    skipped: { reason: string; count: number }[];
  };
  expect(skipped.tried).toBe(9);
  expect(skipped.skipped.reduce((sum, one) => sum + one.count, 0) + skipped.feasible).toBe(9);
  expect(skipped.skipped.map((one) => one.reason)).toContain("out of memory");
});

test("ties fall to written order; maximize turns the order", () => {
  const { s } = session(`search a = t for plan.offload in [none, ema] minimize 1
search b = t for plan.micro_batch in [1, 2] where memory.fits != no maximize plan.micro_batch`);
  expect(rows(s, "a { rank, plan.offload }")).toEqual([
    [1, "none"],
    [2, "ema"],
  ]);
  expect(rows(s, "b { plan.micro_batch }")).toEqual([[2], [1]]);
});

test("a search without `for` tries the plan space", () => {
  const { s, result } = session(`let small = t with {
  model.layers = 4, cluster.nodes = 1, plan.pp = 1, plan.vpp = 1, plan.schedule = 1f1b, plan.global_batch = 16 sequences
}
search best = small keep 1`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, "best { rank }")).toEqual([[1]]);
  expect(shown(s, "first(best).step_time <= small.step_time")).toBe(true);
});

test.each([
  ["sweep w = t for plan.tpp in [1]", "unknown-field"],
  ["sweep w = t for tp in [1]", "unknown-field"],
  ["sweep w = t for plan.tp in 3", "wrong-type"],
  ["sweep w = t for plan.tp in [1 GiB]", "wrong-unit"],
  ["sweep w = t for plan.tp in [8] where nothing", "unknown-name"],
  ["sweep w = t for plan.tp in [8] derive x = 1 GiB + 1 s", "dimension-mismatch"],
  ["sweep w = p for plan.tp in [8]", "wrong-type"],
  ["sweep w = t for plan.tp in range(1, 2_000) for plan.pp in range(1, 2_000)", "too-many-rows"],
  ["sweep w = t for plan.tp in []", "empty-sweep"],
  ["sweep w = t for plan.tp in [3, 5]", "empty-sweep"],
])("%s is %s", (text, code) => {
  expect(codes(session(text).result)).toEqual([code]);
});

test("an interrupted sweep keeps the rows made until then", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls === 4 });
  cell(s, BASE);
  polls = 0;
  const result = cell(s, "sweep w = t for plan.micro_batch in [1, 2, 4, 8]\nshow t");
  expect(result.interrupted).toBe(true);
  expect(result.outputs).toEqual([]);
  expect(codes(result)).toContain("interrupted");
  expect(rows(s, "w { plan.micro_batch }")).toEqual([[1], [2]]);
});

test("interrupted while its columns are worked out, a table shows the rows made until then", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls > 2 });
  cell(s, `${BASE}sweep w = t for plan.micro_batch in [1, 2, 4, 8]`);
  polls = -1;
  const result = cell(s, "show w { plan.micro_batch, step_time }");
  expect(result.interrupted).toBe(true);
  expect(result.diagnostics.map((one) => one.message)).toContain("interrupted after 2 of 4 rows");
  expect(result.outputs[0]?.data).toMatchObject({
    rows: [
      [1, expect.anything()],
      [2, expect.anything()],
    ],
  });
});

function rowsOf(result: ReturnType<typeof cell> | null): readonly unknown[] {
  return (result?.outputs[0]?.data as { rows: readonly unknown[] } | undefined)?.rows ?? [];
}

const LARGE = `sweep w = t
  for plan.micro_batch in [1, 2, 4, 8]
  for plan.seq_len in range(2_048, 22_047)
  derive speed = 1 / step_time
  minimize step_time
`;

test("interrupted for good, a large sweep is shown with the rows that it has", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  // a front end's interrupt stays until the cell has ended
  const s = memorySession({}, { interrupted: () => ++polls > 42 });
  cell(s, BASE);
  polls = 0;
  const result = cell(s, `${LARGE}show w { plan.seq_len, speed }`);
  expect(result.interrupted).toBe(true);
  const shownRows = rowsOf(result);
  expect(shownRows).toHaveLength(41);
  const text = result.outputs.map((one) => toText(one.document)).join();
  expect(text).toContain("interrupted after 41 of 80,000 combinations, 6 of 41 combinations are feasible");
  expect(text).not.toContain("no rows");
});

test("what an interrupted table has to finish is cut short when it takes long", () => {
  clockOf(30);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls > 42 });
  cell(s, BASE);
  polls = 0;
  const result = cell(s, `${LARGE.replace(/derive.*/s, "")}show w { plan.seq_len }`);
  const shownRows = rowsOf(result);
  expect(shownRows.length).toBeGreaterThan(0);
  expect(shownRows.length).toBeLessThan(41);
  expect(result.diagnostics.map((one) => one.message)).toContain(
    `interrupted after ${shownRows.length} of 41 rows`,
  );
});

test("what an interrupted search has found is shown whole, however long that takes", () => {
  clockOf(300);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls > 6 });
  cell(s, BASE);
  polls = 0;
  const result = cell(
    s,
    "search w = t for plan.micro_batch in [1, 2, 4, 8, 16, 32, 64, 128] where memory.fits != no keep 9\nshow w { plan.micro_batch }",
  );
  expect(result.interrupted).toBe(true);
  expect(rowsOf(result).length).toBeGreaterThan(1);
  expect(rowsOf(result)).toHaveLength(rows(s, "w { plan.micro_batch }").length);
});

test("cut off from outside, a run is finished with the rows that its tables have", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession(
    {},
    {
      interrupted() {
        if (++polls === 44) throw new CutOff();
        return false;
      },
    },
  );
  cell(s, BASE);
  polls = 0;
  // what is thrown stands for a signal, which runs no handler on its way
  const cut = cell(s, `${LARGE}show w { plan.seq_len, speed }\nshow t.mfu`);
  expect(codes(cut)).toEqual(["internal"]);
  const result = s.finish();
  expect(result?.interrupted).toBe(true);
  expect(result?.outputs).toHaveLength(1);
  const shownRows = rowsOf(result);
  expect(shownRows).toHaveLength(42);
  expect(rows(s, "w { plan.seq_len }")).toHaveLength(42);
  expect(s.finish()).toBeNull();
});

class CutOff extends Error {}

test("a long table says how far it is in each of its loops", () => {
  const said = new Map<string, [number, number]>();
  const wait = () => {
    for (const until = Date.now() + 101; Date.now() < until; );
  };
  const s = memorySession(
    {},
    {
      progress: (done, total, label) => said.set(label, [done, total]),
      // every row takes longer than the pause between two reports
      interrupted: () => {
        wait();
        return false;
      },
    },
  );
  cell(s, `${BASE}sweep w = t for plan.micro_batch in [1, 2] derive k = mfu minimize k\nshow w`);
  expect([...said]).toEqual([
    ["w", [2, 2]],
    ["w: k", [2, 2]],
    ["w: ranking", [2, 2]],
    ["columns", [2, 2]],
  ]);
});

test("plots: lines of tables, one series each, with the axes asked for", () => {
  const { s } = session("sweep w = t for cluster.nodes in [8, 16] for plan.recompute in [none, full]");
  const figure = (text: string) =>
    cell(s, text).outputs[0]?.data as { data: { name: string; x: number[] }[]; layout: unknown };
  const drawn = figure(
    'plot w { x = cluster.devices, y = mfu as %, color = plan.recompute, x_scale = log2, title = "T" }',
  );
  expect(drawn.data.map((one) => one.name)).toEqual(["none", "full"]);
  expect(JSON.stringify(drawn.layout)).toContain('"title":{"text":"recompute"');
  const words = figure("plot w { x = plan.recompute, y = step_time, color = cluster.devices }");
  expect(words.data.map((one) => [one.name, one.x])).toEqual([
    ["64", ["none", "full"]],
    ["128", ["none", "full"]],
  ]);
  const ideal = figure("plot w { x = cluster.devices, y = step_time, ideal = inverse }") as unknown as {
    data: { name: string; y: number[] }[];
  };
  const [first = 0, second = 0] = ideal.data[0]?.y ?? [];
  expect(ideal.data[0]?.name).toBe("ideal");
  expect(first / second).toBeCloseTo(2, 4);
  expect(figure("plot t.memory").data.length).toBeGreaterThan(3);
  expect(figure("plot t.time").data.length).toBeGreaterThan(0);
  expect(codes(cell(s, "plot w { x = cluster.devices, yy = mfu }"))).toEqual(["unknown-field"]);
  expect(codes(cell(s, "plot 3"))).toEqual(["nothing-to-plot"]);
});

test("each row of a sweep over whole parts and fields of any part is what its scenario is alone", () => {
  const s = memorySession();
  cell(
    s,
    `${BASE}
plan deep = p with { tp = 4, pp = 16, vpp = 2 }
sweep all = t for plan in [p, deep] for (plan.micro_batch, cluster.nodes) in [[1, 8], [1, 16], [2, 16]] for model.layers in [96, 192]`,
  );
  const rows = shown(s, "all") as {
    rows: readonly (readonly (string | number)[])[];
    columns: readonly string[];
  };
  expect(rows.rows).toHaveLength(12);
  const alone = rows.rows.map(([plan, micro, nodes, layers]) =>
    shown(
      s,
      `(t with { plan = ${plan}, plan.micro_batch = ${micro}, cluster.nodes = ${nodes}, model.layers = ${layers} }).step_time`,
    ),
  );
  expect(rows.rows.map((row) => row[4])).toEqual(alone);
  expect(new Set(alone).size).toBe(12);
});

test("a search over machines alone says that it keeps the plan, one over plans does not", () => {
  const { result } = session(`search sizes = t for cluster.nodes in [8, 16]
search plans = t for cluster.nodes in [8, 16] for plan.micro_batch in [1, 2]
show sizes
show plans`);
  const [sizes, plans] = result.outputs.map(({ document }) => toText(document));
  expect(sizes).toContain("plan unchanged (for plan in all also searches plans)");
  expect(plans).not.toContain("the plan as it is");
});

test.each([
  ["sweep s = t for plan.tp in [1, 2] derive x = stap_time", "step_time"],
  ["search s = t minimize stap_time", "step_time"],
  ["search s = t where mffu > 0.2 minimize step_time", "mfu"],
  ["sweep s = t for plan.tp in [1, 2] derive double = 2 * step_time\nshow s { doubel }", "double"],
  ["sweep s = t for plan.tp in [1, 2] derive double = 2 * step_time\nshow s.doubel", "double"],
  ["search s = t minimize step_time keep 1\nshow s.skiped", "skipped"],
])("a name that rows lack is answered with what they have: %s", (text, meant) => {
  const [wrong] = cell(memorySession(), `${BASE}${text}`).diagnostics;
  if (!wrong) throw new Error("nothing is said");
  expect(["unknown-name", "unknown-output"]).toContain(wrong.code);
  expect(render(wrong)).toContain(`did you mean \`${meant}\`?`);
});

test("a row whose degrees ask for too many devices shows no fraction of a replica, and times far apart have their own units", () => {
  const { s } = session("sweep w = t for cluster.nodes in [4, 8]");
  expect(rows(s, "w { plan.dp, step_time / step_time }")).toEqual([
    [null, null, expect.stringContaining("64 devices")],
    [1, 1, null],
  ]);
  const text =
    "sweep v = t with { plan.checkpoint = sharded(interval = 1 h) } for plan.checkpoint.interval in [5 min, 30 days]\nshow v { plan.checkpoint.interval }";
  expect(toText(cell(s, text).outputs[0]?.document ?? { blocks: [] }, {})).toMatch(/5 min\n.*30 days/);
});
