import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { clockOf } from "../support/clockOf.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

function session(text: string, extra: Parameters<typeof memorySession>[1] = {}) {
  const s = memorySession({}, extra);
  return { s, result: cell(s, `${BASE}${OWN}${text}`) };
}
const rows = (s: ReturnType<typeof memorySession>, columns: string) =>
  (shown(s, columns) as { rows: readonly (readonly unknown[])[] }).rows;
interface Skipped {
  readonly tried: number;
  readonly feasible: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}

/** The start with nothing that only one schedule takes. */
const OWN = `
let u = t with { plan.vpp = 1, plan.schedule = 1f1b }
`;

/** A part of the plan space, small enough to write out. */
const PART = `for plan in all
  for plan.tp in [4, 8]
  for plan.cp in [1]
  for plan.pp in [4, 8]
  for plan.schedule in [1f1b, gpipe]
  for plan.micro_batch in [1, 2]
  for plan.offload in [none]
  for plan.rank_order in [tp_cp_dp_pp]`;
const WRITTEN_OUT = `for plan.tp in [4, 8]
  for plan.sequence_parallel in [true, false]
  for plan.pp in [4, 8]
  for plan.schedule in [1f1b, gpipe]
  for plan.micro_batch in [1, 2]
  for plan.recompute in [none, full]
  for plan.zero in [0, 1, 2, 3]`;

test.each([
  ["minimize step_time", "step_time"],
  ["maximize mfu", "mfu"],
  ["minimize memory.peak", "memory.peak"],
  ["minimize bubble_fraction * step_time", "bubble_fraction"],
  ["where plan.zero <= 1 minimize step_time", "step_time"],
])("a part of the plan space has the same best as its product written out: %s", (goal, column) => {
  const { s, result } = session(`search part = u ${PART} ${goal} keep 6
search product = u ${WRITTEN_OUT} ${goal} keep 6`);
  expect(codes(result)).toEqual([]);
  const values = rows(s, `part { ${column} }`);
  expect(values).toHaveLength(6);
  expect(values).toEqual(rows(s, `product { ${column} }`));
});

test.each([
  "where memory.peak <= 0.6 * memory.capacity",
  "where (0.95 * cluster.device.memory) > memory.peak.high and plan.zero != 1",
  "where memory.fits != no where plan.tp * plan.pp == 32 where plan.recompute != full",
  "where memory.fits != no where plan.zero != 1",
])("a condition that cuts plans before they are worked out leaves the same ones: %s", (where) => {
  const { s, result } = session(`search part = u ${PART} ${where} minimize step_time keep 400
search product = u ${WRITTEN_OUT} ${where} minimize step_time keep 400`);
  expect(codes(result)).toEqual([]);
  const found = rows(s, "part { plan.tp, plan.zero, memory.peak, step_time }");
  expect(found).toEqual(rows(s, "product { plan.tp, plan.zero, memory.peak, step_time }"));
  expect(found.length).toBeGreaterThan(4);
  const { skipped } = shown(s, "part.skipped") as Skipped;
  expect(skipped.some(({ reason }) => where.includes(reason))).toBe(true);
});

/** A run with a price, a loss to reach, and failures that cost some plans more than others. */
const RUN = `let run = u with {
  plan.tokens = 300G tokens
  plan.target_loss = 2.5
  plan.checkpoint = sharded(writers = first, overlap = none)
  cluster.failures = poisson(2 GPU-years)
  cluster.storage_bandwidth = 20 GB/s
  cluster.price = $2/GPU-hour
  cluster.carbon_intensity = 0.4 kg/kWh
}
`;
test.each([
  "minimize time_to_train",
  "minimize time_to_loss",
  "minimize cost_to_loss",
  "maximize plan.tokens / cost",
  "maximize tokens_per_s / (cluster.price * cluster.devices)",
  "minimize 3 * step_time + time_to_train / 1_000_000",
  "maximize -energy",
  "minimize carbon",
  "maximize goodput",
  "maximize effective_tokens_per_s",
  "maximize goodput * tokens_per_s",
  "minimize memory.peak * step_time",
  "minimize step_time / 1 s + memory.peak / 1 GiB",
  "maximize tokens_per_s / memory.peak",
  "pareto time_to_loss, memory.peak",
])("objectives beyond a step's time: %s", (goal) => {
  const keep = goal.startsWith("pareto") ? "" : "keep 6";
  const { s, result } = session(`${RUN}search part = run ${PART} ${goal} ${keep}
search product = run ${WRITTEN_OUT} ${goal} ${keep}`);
  expect(codes(result)).toEqual([]);
  const columns =
    "{ plan.tp, plan.pp, plan.zero, plan.micro_batch, plan.recompute, time_to_train, memory.peak }";
  const found = rows(s, `part ${columns}`);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(rows(s, `product ${columns}`));
});

test.each([
  "where cost < $1_500_000",
  "where mfu > 35% and 1.6 GWh * cluster.pue / 1.1 > energy",
  "where energy.per_token <= 5.5 J/token where plan.tp == 4",
  "where tokens_per_s > plan.pp * 800 tokens/s",
  "where power.device < 600 W where step_time < 20 s",
  "where time_to_train * cluster.price < 11_000 * cluster.price * 1 h",
])("a condition on results with bounds leaves the plans that meet it: %s", (where) => {
  for (const goal of ["minimize step_time", "minimize energy"]) {
    const { s, result } = session(`${RUN}search part = run ${PART} ${where} ${goal} keep 400
search product = run ${WRITTEN_OUT} ${where} ${goal} keep 400`);
    expect(codes(result)).toEqual([]);
    const columns = "{ plan.tp, plan.pp, plan.zero, plan.micro_batch, plan.recompute, step_time }";
    const found = rows(s, `part ${columns}`);
    expect(found).toEqual(rows(s, `product ${columns}`));
    expect(found.length).toBeGreaterThan(5);
    const { skipped } = shown(s, "part.skipped") as Skipped;
    expect(skipped.some(({ reason }) => where.includes(reason))).toBe(true);
  }
});

test("bounds leave plans out that are slower, where what is sought is made of the step's time", () => {
  const slower = (goal: string) => {
    const { s, result } = session(`${RUN}search part = run ${PART} ${goal} keep 3`);
    expect(codes(result)).toEqual([]);
    const { skipped } = shown(s, "part.skipped") as Skipped;
    return skipped.find(({ reason }) => reason === "pruned")?.count ?? 0;
  };
  expect(slower("minimize time_to_loss")).toBeGreaterThan(20);
  expect(slower("maximize plan.tokens / cost")).toBeGreaterThan(20);
  expect(slower("maximize goodput")).toBe(0);
});

const ANY_ORDER = PART.replace(/\n.*rank_order.*/, "");
/** Groups of 4 in nodes of 8: a stage's replicas are next to each other, or a replica's stages. */
const HALF_NODES = ANY_ORDER.replace("[4, 8]", "[4]");
test("a search over all plans goes through the framework's orders of ranks", () => {
  const { s, result } = session(`search part = u ${HALF_NODES} minimize step_time keep 60
search product = u ${WRITTEN_OUT.replace("[4, 8]", "[4]")} for plan.rank_order in [tp_cp_dp_pp, tp_cp_pp_dp] minimize step_time keep 60
search one = u with { plan.framework = torchtitan } ${HALF_NODES} where memory.fits != no minimize step_time keep 60`);
  expect(codes(result)).toEqual([]);
  const columns = "plan.rank_order, plan.pp, plan.zero, step_time";
  const orders = (table: string) => new Set(rows(s, `${table} { plan.rank_order }`).flat());
  expect(rows(s, `part { ${columns} }`)).toEqual(rows(s, `product { ${columns} }`));
  expect(orders("part")).toEqual(new Set(["tp_cp_dp_pp", "tp_cp_pp_dp"]));
  expect(orders("one")).toEqual(new Set(["tp_cp_dp_pp"]));
});

test("orders of ranks on the same links are one plan", () => {
  const { s, result } = session(
    `search part = u ${ANY_ORDER.replace("[4, 8]", "[8]")} minimize step_time keep 60`,
  );
  expect(codes(result)).toEqual([]);
  // With groups of whole nodes all sends between them take the same links.
  expect((shown(s, "part.skipped") as Skipped).tried).toBe(2 * 2 * 2 * 2 * 2 * 4);
  expect(new Set(rows(s, "part { plan.rank_order }").flat())).toEqual(new Set(["tp_cp_dp_pp"]));
});

const OVERLAPS = "for plan.overlap in [[], [dp], [dp, pp]] for plan.offload_optimizer in [none, host]";
const ORDERS =
  "for plan.rank_order in [tp_cp_dp_pp, tp_cp_pp_dp, dp_tp_cp_pp] for plan.precision in [bf16, fp8]";
test.each([
  ["step_time", OVERLAPS],
  ["memory.peak", OVERLAPS],
  ["step_time", ORDERS],
])("what further clauses go through is searched with the rest, once: %s, %s", (goal, further) => {
  const { s, result } = session(`search part = u ${PART} ${further} minimize ${goal} keep 8
search product = u ${WRITTEN_OUT} ${further} minimize ${goal} keep 8`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, `part { ${goal} }`)).toHaveLength(8);
  expect(rows(s, `part { ${goal} }`)).toEqual(rows(s, `product { ${goal} }`));
  expect((shown(s, "part.skipped") as Skipped).tried).toBe(2 ** 6 * 4 * 3 * 2);
});

test("runs that never finish are skipped for that, and the others searched", () => {
  const failing = `let w = u with {
  plan.tokens = 300G tokens
  plan.checkpoint = sharded(overlap = none)
  cluster.storage_bandwidth = 0.01 GB/s
}
`;
  const failures = "for cluster.failures in [poisson(0.05 GPU-years), poisson(1000 GPU-years)]";
  const { s, result } = session(`${failing}search part = w ${PART} ${failures} minimize time_to_train keep 6
search product = w ${WRITTEN_OUT} ${failures} minimize time_to_train keep 6`);
  expect(codes(result)).toEqual([]);
  const values = rows(s, "part { time_to_train }");
  expect(values).toHaveLength(6);
  expect(values).toEqual(rows(s, "product { time_to_train }"));
  const { skipped } = shown(s, "part.skipped") as Skipped;
  expect(skipped.map(({ reason }) => reason)).toContain("never finishes");
});

test("every plan is counted once, by what is against it", () => {
  const { s } = session(`search part = u ${PART} minimize step_time keep 1`);
  const { tried, feasible, skipped } = shown(s, "part.skipped") as Skipped;
  expect(tried).toBe(2 * 2 * 2 * 2 * 2 * 2 * 4);
  expect(skipped.reduce((sum, { count }) => sum + count, feasible)).toBe(tried);
});

test("a search over plans says that it begins before it looks at any, a sweep does not", () => {
  const told: string[] = [];
  const { s } = session("", {
    begins: () => told.push("begins"),
    interrupted() {
      if (told.at(-1) !== "looks") told.push("looks");
      return false;
    },
  });
  cell(s, "sweep written = u for plan.zero in [0, 1]\nshow written");
  expect(told).not.toContain("begins");
  told.length = 0;
  cell(s, `search part = u ${PART} minimize step_time keep 1\nshow part`);
  const at = told.indexOf("begins");
  expect(at).toBeGreaterThanOrEqual(0);
  expect(told.slice(at)).toContain("looks");
});

test("while a search runs it says that plans are counted, how many there are, then what it has found so far", () => {
  clockOf(1_000);
  const said: { readonly far: readonly number[]; readonly best: string | undefined }[] = [];
  session(`search part = u ${PART} minimize step_time keep 1\nshow part`, {
    progress: (done, total, label, best) => {
      if (label === "part") said.push({ far: [done, total], best });
    },
  });
  expect(said[0]).toEqual({ far: [0, 0], best: undefined });
  const known = said.find(({ far: [, total] }) => total !== 0);
  expect(known?.best).toBeUndefined();
  expect(said.at(-1)?.best).toMatch(/^[\d.]+ s: tp \d · .*dp \d+/);
  const totals = new Set(said.map(({ far: [, total] }) => total));
  expect(totals.size).toBe(2);
});

test("searches at several points are one progress: of the points, which does not go back", () => {
  clockOf(1_000);
  const said: (readonly number[])[] = [];
  session(
    `search part = u ${PART} for cluster.nodes in [32, 64, 128] minimize step_time keep 1 per cluster.nodes`,
    {
      progress: (done, total, label) => {
        if (label === "part") said.push([done, total]);
      },
    },
  );
  const shares = said.map(([done = 0]) => done);
  expect(new Set(said.map(([, total]) => total))).toEqual(new Set([3]));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBeGreaterThan(2);
});

test("the plan that lacks least memory is told with the change that would make it", () => {
  const { s } = session(`search part = u ${PART} where plan.zero < 4 minimize step_time keep 1`);
  const { skipped } = shown(s, "part.skipped") as Skipped;
  const over = skipped.find(({ reason }) => reason === "out of memory");
  expect(over?.example).toMatch(
    /tp = \d.* needs .* GiB of .* GiB, .* GiB too much; .* = .* would fit, .* s a step$/,
  );
});

test("a clause over what is in no plan space extends it", () => {
  const { s, result } = session(`search wide = u ${PART}
  for (plan.seq_len, cluster.nodes) in [[2_048, 8], [1_024, 8], [1_024, 4]]
  minimize step_time
  keep 3`);
  expect(codes(result)).toEqual([]);
  expect(new Set(rows(s, "wide { plan.seq_len }").map(([length]) => length))).toEqual(new Set([1024]));
});

test("an expression of the plan follows each plan that is tried, and columns are made of those kept", () => {
  const { s, result } =
    session(`let own = u with { plan.sequence_parallel = false, plan.seq_len = if plan.tp > 4 then 1_024 else 2_048 }
search part = own ${PART} where plan.zero == 3 minimize memory.peak keep 2 derive both = plan.seq_len * plan.tp`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, "part { plan.tp, both }")).toEqual([
    [8, 8 * 1024],
    [8, 8 * 1024],
  ]);
});

test.each([
  ["where nothing", "unknown-name"],
  ["for plan.tpp in [1]", "unknown-field"],
  ["minimize step_time + 1 GiB", "dimension-mismatch"],
  ["minimize plan.schedule", "wrong-type"],
])("a mistake in a search of all plans is a mistake: %s", (text, code) => {
  expect(codes(session(`search part = u ${PART} ${text}`).result)).toEqual([code]);
});

test("interrupted, a search keeps the best until then", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls > 900 });
  cell(s, `${BASE}${OWN}`);
  polls = 0;
  const result = cell(s, `search part = u ${PART} minimize bubble_fraction keep 3`);
  const told = result.diagnostics.find(({ code }) => code === "interrupted")?.message;
  expect(told).toMatch(/^interrupted after [\d,]+ of [\d,]+ plans$/);
  expect(rows(s, "part { bubble_fraction }")).toHaveLength(3);
  const { tried, skipped, feasible } = shown(s, "part.skipped") as Skipped;
  expect(skipped.reduce((sum, { count }) => sum + count, feasible)).toBe(tried);
});

test("interrupted before its first look at a plan, a search has decided those that checks refused", () => {
  clockOf(0);
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls > 60 });
  cell(s, `${BASE}${OWN}`);
  polls = 0;
  const result = cell(
    s,
    `search part = u for plan in all minimize bubble_fraction keep 3\nshow part.skipped`,
  );
  const { tried = 0, skipped = [] } = (result.outputs[0]?.data ?? {}) as Partial<Skipped>;
  expect(tried).toBeGreaterThan(0);
  expect(skipped.reduce((sum, { count }) => sum + count, 0)).toBe(tried);
});

test("a search goes through what its base's own plan says too, where clauses leave it free", () => {
  const { s, result } =
    session(`let own = u with { plan.recompute = selective(norms), plan.micro_batch = 1, plan.tp = 8, plan.pp = 8 }
search free = own ${PART} minimize step_time keep 500
search bound = own ${PART} for plan.recompute in [none, full] minimize step_time keep 500`);
  expect(codes(result)).toEqual([]);
  const recomputed = (table: string) =>
    new Set(rows(s, `${table} { plan.recompute }`).map(([modules]) => modules));
  expect(recomputed("free")).toEqual(new Set(["none", "full", "selective(norms)"]));
  expect(recomputed("bound")).toEqual(new Set(["none", "full"]));
  const [[best]] = rows(s, "free { step_time }") as [[number]];
  expect(best).toBeLessThanOrEqual(shown(s, "own.step_time") as number);
});

test("what a base's plan says is left out where that plan does not work", () => {
  const { s, result } =
    session(`let own = u with { plan.recompute = selective(norms), plan.tp = 7, plan.dp = 1 }
search free = own ${PART} minimize step_time keep 500`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, "free { plan.recompute }").flat()).not.toContain("selective(norms)");
});

const PART_OF_ONE = `for plan.tp in [8] for plan.sequence_parallel in [true] for plan.cp in [1] for plan.pp in [8]
  for plan.schedule in [1f1b] for plan.micro_batch in [1] for plan.offload in [none] for plan.recompute in [none, full]`;

const textOf = (result: ReturnType<typeof cell>): string =>
  result.outputs.map(({ document }) => toText(document)).join("\n");

test("the caption of a search says what became of each plan", () => {
  const { s } = session(`search part = u ${PART} minimize step_time keep 1`);
  const { tried, feasible, skipped } = shown(s, "part.skipped") as Skipped;
  const text = textOf(cell(s, "show part")).replace(/\s+/g, " ");
  const [, told = ""] = /part: the best one of 256 plans \(([^)]*)\)/.exec(text) ?? [];
  const counts = [...told.matchAll(/\d+/g)].map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tried);
  expect(told).toMatch(new RegExp(`${feasible} evaluated`));
  expect(told).toContain(`${skipped.find(({ reason }) => reason === "pruned")?.count} pruned`);
});

test("plans over memory are counted by how much they lack", () => {
  const { s } = session(`search part = u ${PART} where plan.zero < 4 minimize step_time keep 1`);
  const { skipped } = shown(s, "part.skipped") as Skipped;
  const over = skipped.find(({ reason }) => reason === "out of memory");
  const [bands = ""] = /^(.*); closest: /.exec(over?.example ?? "") ?? [];
  expect(bands).toMatch(/^\d+ need up to [\d.]+ times the available memory/);
  const counts = [...bands.matchAll(/(\d+) (?:need|up|more)/g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(over?.count);
  expect(over?.example).toMatch(/needs .* of .*, .* too much; /);
});

test("plans that differ in what costs nothing are shown once", () => {
  const { s } = session(`let alone = u with { plan.global_batch = 1 sequences, plan.zero = 0 }
search part = alone for plan in all for plan.tp in [8] for plan.sequence_parallel in [true] for plan.cp in [1] for plan.pp in [8]
  for plan.schedule in [1f1b] for plan.micro_batch in [1] for plan.offload in [none]
  minimize step_time keep 4`);
  expect(new Set(rows(s, "part { step_time }").map(([time]) => time)).size).toBeLessThan(4);
  const text = textOf(cell(s, "show part"));
  expect(text).toContain("plans with equal results share a row");
  expect(text).toMatch(/zero = 1/);
  // no rank vanishes: a row of equal plans has theirs, from the first to the last
  expect(text).toMatch(/^ *\d+-\d+ /m);
});

test("sizes that work alike, or not at all, are no twins: each has its row", () => {
  const { s } = session(`search each = u for plan in all ${PART_OF_ONE}
  for cluster.price in [$2/GPU-hour, $3/GPU-hour] minimize step_time keep 1 per cluster.price
search idle = u for plan in all ${PART_OF_ONE} for cluster.nodes in [1, 2] minimize step_time keep 1 per cluster.nodes`);
  const each = textOf(cell(s, "show each"));
  expect(each).not.toContain("share a row");
  for (const price of ["2", "3"]) expect(each).toMatch(new RegExp(`^ +1 +${price}(\\.00)? `, "m"));
  // A search for each price is over all plans, and its caption counts plans.
  expect(each).toMatch(/^each: the best 2 of \d+ plans/);
  const idle = textOf(cell(s, "show idle"));
  expect(idle.match(/no feasible plan here/g)).toHaveLength(2);
});

test("what lacks least is told first, and by how much", () => {
  const { s } = session("");
  const given = cell(
    s,
    "let small = u with { cluster.device.usable_memory = 8 GiB }\nsearch given = small for plan.tp in [1, 4, 8] minimize step_time",
  );
  const [warning] = given.diagnostics.filter(({ code }) => code === "empty-sweep");
  expect(warning?.help).toMatch(
    /^\d × out of memory \(needs at least [\d.]+ GiB of 8 GiB, [\d.]+ GiB too much\)/,
  );
  expect(warning?.help).toMatch(/`for plan in all` tries every plan there is$/);
  const whole = cell(s, `search whole = small for plan in all ${PART_OF_ONE} minimize step_time`);
  expect(whole.diagnostics.find(({ code }) => code === "empty-sweep")?.help).toMatch(/^\d+ × out of memory/);
});

test("an objective that lacks a field is told where it is written", () => {
  const { s } = session("let plain = u with { plan.global_batch = 64 sequences }\n");
  for (const objective of ["cost", "time_to_train", "time_to_loss"]) {
    const text = `search best = plain for plan in all ${PART_OF_ONE} minimize ${objective}`;
    const [found] = cell(s, text).diagnostics;
    expect(found?.code, objective).toBe("not-available");
    const { start = 0, end = 0 } = found?.place?.span ?? {};
    expect(text.slice(start, end)).toBe(objective);
  }
});

test("a search of which nothing is left says what became of its plans, and one row is the one", () => {
  const { s } =
    session(`search nothing = u for plan in all ${PART_OF_ONE} where plan.tp == 3 minimize step_time
search single = u for plan in all ${PART_OF_ONE} pareto step_time, 3
search least = u for plan in all ${PART_OF_ONE} minimize memory keep 1`);
  expect(textOf(cell(s, "show nothing"))).toMatch(/^nothing: none of \d+ plans \(.*\d+ excluded by where/);
  expect(textOf(cell(s, "show single"))).toMatch(/^single: the one on the front of \d+ plans/);
  expect(textOf(cell(s, "show least"))).not.toContain("the result");
  const [zero] = cell(s, "search x = u minimize step_time keep 0").diagnostics;
  expect(zero?.message).toContain("1 or more");
});
