import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { toText } from "../../../src/report/index.ts";
import { serveTasks, type ThreadAnswer, type Threads, type ThreadTask } from "../../../src/session/index.ts";
import { BASE, cell, codes, memoryRead, memorySession, shown } from "../../support/memorySession.ts";

type Files = Readonly<Record<string, string>>;

/** Other threads that do what they are asked the moment it begins; with `gone` they end before they do anything. */
function others(files: Files = {}, { gone = false } = {}) {
  const serve = serveTasks({ read: memoryRead(files) });
  const tasks: ThreadTask[] = [];
  const answers: ThreadAnswer[] = [];
  const threads: Threads = {
    ...{ count: 1, patience: 0, worthwhile: 0 },
    begin(task) {
      tasks.push(task);
      if (!gone) serve(structuredClone(task), (one) => answers.push(structuredClone(one)));
      return () => answers;
    },
    stop() {},
  };
  /** Rows that they worked out, of all tasks. */
  const rows = (): number =>
    tasks.reduce((sum, { work }) => sum + (work.kind === "rows" ? count(work.answered) : 0), 0);
  return { threads, tasks, rows, answers };
}

const count = (ones: Uint8Array): number => ones.reduce((sum, one) => sum + one, 0);

/** All that some cells say, one after the other. */
function told(cells: readonly string[], files: Files, threads?: Threads): readonly string[] {
  const session = memorySession(files, threads === undefined ? {} : { threads });
  return cells.map((text, at) => {
    const { outputs, diagnostics } = cell(session, text, `[${at + 1}]`);
    const said = outputs.map(({ data, document }) => `${JSON.stringify(data)}\n${toText(document)}`);
    return [...said, ...diagnostics.map(({ code, message }) => `${code}: ${message}`)].join("\n");
  });
}

/** Long axes, and short ones; of some combinations nothing comes. */
const LONG: Readonly<Record<string, string>> = {
  "plan.tokens": "range(1e9 tokens, 120e9 tokens, step = 1e9 tokens)",
  "plan.global_batch": "range(32 sequences, 3_840 sequences, step = 32 sequences)",
  "cluster.scale_out.nic": "range(10 Gb/s, 1_200 Gb/s, step = 10 Gb/s)",
};
const SHORT: Readonly<Record<string, string>> = {
  "plan.pp": "[2, 4, 7, 8]",
  "plan.micro_batch": "[1, 2, 4]",
  "(plan.zero, plan.recompute)": "[[0, none], [1, full], [7, none]]",
  "cluster.device.memory": "[40 GB, 80 GB]",
  "model.layers": "[96, 48]",
};
const CLAUSES = [
  "where step_time < 60 s",
  "where plan.pp > 2 or memory.peak < 30 GiB",
  "derive share = step_time / first(step_time)",
  "derive each = most * step_time / plan.global_batch",
  "derive sum = own(step_time, plan.global_batch)",
  "derive room = plan.tokens / 1e9",
];
const PLAIN = `${BASE}let s = gpt3_175b on c with (p with { vpp = 1, schedule = 1f1b, tokens = 300e9 tokens })
import most, own from "./most.dtp"
`;
const FILES: Files = { "most.dtp": "let most = 3\nfn own(a, b) = most * a / b" };

const axes = fc
  .tuple(
    fc.constantFrom(...Object.entries(LONG)),
    fc.uniqueArray(fc.constantFrom(...Object.entries(SHORT)), { minLength: 1, maxLength: 2 }),
  )
  .map(([long, short]) => [long, ...short])
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
const tables = fc.record({
  axes,
  clauses: fc.subarray(CLAUSES),
  search: fc.constantFrom(null, "minimize step_time keep 5", "pareto step_time, memory.peak"),
});

describe("a table is the same with other threads ahead of it", () => {
  test("of tables made by chance, refused and unwanted rows among them", () => {
    let rows = 0;
    fc.assert(
      fc.property(tables, ({ axes, clauses, search }) => {
        const fors = axes.map(([path, values]) => `for ${path} in ${values}`);
        const head = search === null ? "sweep w = s" : "search w = s";
        const table = [head, ...fors, ...clauses, ...(search === null ? [] : [search])].join("\n  ");
        const cells = [
          PLAIN,
          table,
          "show w",
          "show w { step_time, mfu, memory.peak as GiB }",
          "show w.skipped",
        ];
        const { threads, rows: done } = others(FILES);
        expect(told(cells, FILES, threads)).toEqual(told(cells, FILES));
        rows += done();
      }),
      { numRuns: 8 },
    );
    expect(rows).toBeGreaterThan(1_000);
  });

  const SWEEP = "sweep w = s for plan.tokens in range(1e9 tokens, 600e9 tokens, step = 1e9 tokens)";

  test("where a name means something else since, or a file has changed that was imported", () => {
    const files: Record<string, string> = { ...FILES };
    const { threads, rows } = others(files);
    const session = memorySession(files, { threads });
    cell(session, `${PLAIN}let factor = 2`, "[a]");
    files["most.dtp"] = "let most = 5\nfn own(a, b) = a * b";
    cell(
      session,
      "plan p = selene_plan\nplan selene_plan { tp = 8, pp = 8, seq_len = 1_024, global_batch = 64 sequences }",
      "[b]",
    );
    cell(session, `${SWEEP} where plan.seq_len == 1_024 and step_time * most < 1e9 s`, "[c]");
    expect(shown(session, "length(w)")).toBe(600);
    const { rows: seen } = shown(session, "w { plan.seq_len, step_time, most }") as {
      rows: readonly (readonly unknown[])[];
    };
    const alone = shown(session, "s.step_time");
    expect(seen.map(([, seconds]) => seconds)).toEqual(seen.map(() => alone));
    expect(seen[599]?.[2]).toBe(3);
    expect(rows()).toBeGreaterThan(600);
  });

  test("where the other threads end before they have done anything", () => {
    const { threads, tasks } = others({}, { gone: true });
    const cells = [PLAIN, SWEEP, "show w { plan.tokens, time_to_train }"];
    expect(told(cells, FILES, threads)).toEqual(told(cells, FILES));
    expect(tasks.length).toBeGreaterThan(0);
  });

  test("with `--set`, which other threads put on their scenarios too", () => {
    const text = `${PLAIN}${SWEEP}\nshow w { plan.tokens, step_time, memory.peak }`;
    const run = (extra: { threads?: Threads }) =>
      memorySession(FILES, extra).run(text, { name: "a.dtp", mode: "file", overrides: ["plan.zero=1"] });
    const { threads, rows } = others(FILES);
    const dataOf = ({ outputs }: ReturnType<typeof run>) => JSON.stringify(outputs.map(({ data }) => data));
    expect(dataOf(run({ threads }))).toBe(dataOf(run({})));
    expect(rows()).toBeGreaterThan(400);
  });

  test("a table of which rows are asked here and there is left to the thread that asks", () => {
    const { threads, tasks } = others(FILES);
    const session = memorySession(FILES, { threads });
    cell(
      session,
      `${PLAIN}${SWEEP.replace("sweep", "search")} where plan.tokens / 20e9 == floor(plan.tokens / 20e9) keep 20`,
    );
    const before = tasks.length;
    shown(session, "w { plan.tokens, time_to_train }");
    expect(tasks).toHaveLength(before);
  });
});

test("progress counts what other threads have done, and never goes back", () => {
  const reports: { readonly done: number; readonly total: number; readonly label: string }[] = [];
  const { threads, rows } = others(FILES);
  let clock = 0;
  const now = vi.spyOn(Date, "now").mockImplementation(() => (clock += 200));
  const session = memorySession(FILES, {
    threads,
    progress: (done, total, label) => reports.push({ done, total, label }),
  });
  cell(
    session,
    `${PLAIN}sweep w = s for plan.tokens in range(1e9 tokens, 900e9 tokens, step = 1e9 tokens)\nshow w { plan.tokens, time_to_train }`,
  );
  now.mockRestore();
  const columns = reports.filter(({ label }) => label === "columns").map(({ done }) => done);
  expect(columns).toEqual(columns.toSorted((one, other) => one - other));
  expect(columns.at(-1)).toBe(900);
  // They do all of it but what lies where threads meet, the moment it begins: most of the way the rest is under way.
  expect(rows()).toBeGreaterThan(600);
  expect(columns[200]).toBeGreaterThan(600);
});

test("after an interrupt the rows made until then are shown, and other threads are told to stop", () => {
  let polls = 0;
  const stopped: boolean[] = [];
  const { threads } = others(FILES);
  const heard = { ...threads, stop: () => stopped.push(true) };
  const session = memorySession(FILES, { threads: heard, interrupted: () => ++polls > 300 });
  const result = cell(
    session,
    `${PLAIN}sweep w = s for plan.tokens in range(1e9 tokens, 900e9 tokens, step = 1e9 tokens)\nshow w { plan.tokens, time_to_train }`,
  );
  expect(codes(result)).toContain("interrupted");
  const [output] = result.outputs;
  if (!output) throw new Error("the rows made until then are shown");
  const { rows } = output.data as { rows: readonly (readonly unknown[])[] };
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(900);
  expect(rows.every(([tokens], at) => tokens === (at + 1) * 1e9)).toBe(true);
  expect(stopped.length).toBeGreaterThan(0);
});

describe("the searches of a table are the same with other threads ahead of them", () => {
  const START = `
import dgx_h100, hgx_h800 from "std/clusters"
import llama3_8b from "std/models"
plan start { dp = fill, seq_len = 8Ki, global_batch = 64 sequences, tokens = 1T tokens }
let base = llama3_8b on (dgx_h100 with { price = $2.50/GPU-hour }) with start
`;
  const SHOWN = [
    "show best",
    "show best { cluster.nodes, rank, plan.tp, plan.pp, step_time }",
    "show best.skipped",
  ];

  test.each([
    ["one for each size", "keep 1 per cluster.nodes"],
    ["of all sizes the best few", "minimize step_time * cluster.nodes keep 4"],
    ["fronts", "pareto time_to_train, cost"],
    [
      "with conditions, of which one leaves nothing",
      "where memory.peak <= 0.5 * memory.capacity and plan.pp < cluster.nodes keep 1 per cluster.nodes",
    ],
  ])("%s", (_, clauses) => {
    const search = `search best = base for plan in all for plan.tp in [2] for plan.zero in [1] for plan.schedule in [1f1b] for plan.recompute in [none] for plan.micro_batch in [1] for cluster.nodes in [1, 2, 4, 8, 16] ${clauses}`;
    const { threads, answers } = others();
    expect(told([START, search, ...SHOWN], {}, threads)).toEqual(told([START, search, ...SHOWN], {}));
    expect(answers.length).toBeGreaterThan(1);
  });

  test("over parts of a scenario, in a file, with --set", () => {
    const text = `${START}search best = base for plan in all for cluster in [dgx_h100, hgx_h800] for model.layers in [16, 32, 64] for plan.zero in [1] for plan.tp in [2] for plan.schedule in [1f1b] for plan.recompute in [none] for plan.micro_batch in [1] keep 2 per cluster
show best, best.skipped`;
    const run = (extra: { threads?: Threads }) => {
      const options = { name: "a.dtp", mode: "file", overrides: ["plan.seq_len=4Ki"] } as const;
      return JSON.stringify(
        memorySession({}, extra)
          .run(text, options)
          .outputs.map(({ data }) => data),
      );
    };
    const { threads, answers } = others();
    expect(run({ threads })).toBe(run({}));
    expect(answers.length).toBeGreaterThan(1);
  });

  test("a mistake in an objective is told as by one thread", () => {
    const search =
      "search best = base for plan in all for plan.schedule in [1f1b] for cluster.nodes in [1, 2, 4, 8] minimize step_time + cost";
    const { threads } = others();
    const said = told([START, search], {}, threads);
    expect(said).toEqual(told([START, search], {}));
    expect(said[1]).toContain("dimension");
  });
});
