/** Numbers of outputs, and what explains them: each expression that a cell carries evaluates to the cell's number. */
import { describe, expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { type Cell, type Document, toHtml } from "../../../src/report/index.ts";
import { printed } from "../../../src/report/numbers/number.ts";
import { createSession } from "../../../src/session/index.ts";

const PROGRAM = `import dgx_h100 from "std/clusters"
import llama3_8b, llama3_70b from "std/models"

plan p {
  dp = fill
  zero = 1
  tp = 4
  pp = 4
  seq_len = 2_048
  micro_batch = 1
  global_batch = 256 sequences
}
cluster big = dgx_h100 with { nodes = 16 }
let base = llama3_70b on big with p
`;

const QUEUE = `queue shared {
  cluster = big
  jobs = [job(name = "a", devices = 64, time = 2 h, copies = 3), job(name = "b", devices = 128, time = 1 h, copies = 2)]
}
`;
const RUN = `run whole {
  scenario = base
  phases = [phase("a", tokens = 5B tokens), phase("b", tokens = 1B tokens, zero = 2)]
}
`;
/** A scenario that fails and saves checkpoints. */
const SAVED = `let safe = base with { plan.tokens = 10B tokens, plan.checkpoint = sharded, cluster.failures = poisson(mtbf = 50 GPU-years) }
`;

const session = () => createSession(createWorld("."));

function documentsOf(statements: string): readonly Document[] {
  const { outputs, diagnostics } = session().run(`${PROGRAM}${statements}\n`, {
    name: "a.dtp",
    mode: "file",
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return outputs.map(({ document }) => document);
}

const cellsOf = (documents: readonly Document[]): readonly Cell[] =>
  documents
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === "table" ? [block] : []))
    .flatMap(({ rows }) => Array.from({ length: rows.length }, (_, at) => rows.at(at) ?? []).flat())
    .filter(({ why }) => why !== undefined);

/** Value of what a cell carries, and the first line of its explanation. */
function explained({ why }: Cell, statements: string) {
  const path = why?.path === "" ? `${why.of}` : `${why?.of}.${why?.path}`;
  const explain = why?.stage === undefined ? { path } : { path, stage: why.stage };
  const { outputs, diagnostics } = session().run(`${PROGRAM}${statements}\n`, {
    ...{ name: "a.dtp", mode: "file" },
    explain,
  });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(outputs).toHaveLength(1);
  const [output] = outputs;
  if (!output) throw new Error("no output");
  const [tree] = output.document.blocks;
  return {
    value: (output.data as { value: { value: number } | string | null }).value,
    text: tree?.kind === "tree" ? tree.root.text : "",
  };
}

const CASES = {
  "a page of a scenario": ["show base", 20],
  "a breakdown of time": ["show base.time", 10],
  "a comparison of breakdowns": ["show base.memory, (base with { plan.zero = 3 }).memory", 12],
  "a comparison of scenarios": ["compare base, base with { plan.zero = 3 }", 16],
  values: ["let twice = base.step_time * 2\nshow base.mfu, base.memory.weights as GiB, twice", 3],
  "a sweep": [
    "sweep s = base for plan.micro_batch in [1, 2] for plan.recompute in [full, selective(attention)] for model in [llama3_8b, llama3_70b]\nshow s",
    24,
  ],
  "columns of a sweep": [
    "sweep s = base for plan.seq_len in [1_024 tokens, 1_536 tokens] derive mfu = 1\nshow s { memory.peak as MiB, time.compute, plan.dp, mfu, step_time * 2 }",
    8,
  ],
  "derived columns": [
    "let factor = 3\nsweep s = base for plan.tp in [2, 4] derive slow = step_time * factor derive per = (slow + 1 s) / plan.pp\nshow s { plan.tp, slow, -per as ms, if plan.tp > 2 then mfu else mfu / 2, step_time * 2 }",
    8,
  ],
  "a queue": [`${QUEUE}show shared`, 7],
  "columns of a sweep of queues": [
    `${QUEUE}sweep rules = shared for queue.backfill in [none, easy]\nshow rules { queue.backfill, queue.order, wait, wait * 2 }`,
    4,
  ],
  "columns of a sweep of runs": [
    `${RUN}sweep sizes = whole for run.scenario.cluster.nodes in [8, 16]\nshow sizes { time, energy, tokens }`,
    6,
  ],
  "a run of phases": [`${RUN}show whole`, 5],
  checkpoints: [`${SAVED}show safe.checkpoint`, 5],
  failures: [`${SAVED}show safe.reliability`, 1],
  "a search": ["search best = base for plan.pp in [2, 4] minimize step_time keep 2\nshow best", 3],
  "a served model": ["show base.inference", 8],
  "columns of a list of scenarios": ["show [base, base with { plan.tp = 2 }] { mfu, step_time }", 4],
} satisfies Readonly<Record<string, readonly [string, number]>>;

describe("the expression that a number carries evaluates to the number", () => {
  test.each(Object.entries(CASES))("%s", (_, [statements, least]) => {
    const cells = cellsOf(documentsOf(statements));
    expect(cells.length).toBeGreaterThanOrEqual(least);
    // One in three of a long table, spread over all of its columns.
    for (const cell of cells.length > 12 ? cells.filter((_, at) => at % 4 === 0) : cells) {
      const { value, text } = explained(cell, statements);
      // A group of results is no number itself; its explanation is its total's.
      if (cell.why?.path === "memory") {
        expect(text).toContain(`= ${printed(cell.value as number, "B")}`);
        continue;
      }
      if (typeof cell.value === "number" && value !== null && typeof value === "object")
        expect(value.value / cell.value, JSON.stringify(cell)).toBeCloseTo(1, 9);
      else expect(String(value), JSON.stringify(cell)).toBe(String(cell.value));
    }
  });
});

test("a stage's memory is explained for that stage, and not for the fullest", () => {
  const statements = "show base.memory";
  const cells = cellsOf(documentsOf(statements));
  expect(new Set(cells.map(({ why }) => why?.stage))).toEqual(new Set([0, 1, 2, 3]));
  for (const cell of cells.filter((_, at) => at % 5 === 0)) {
    const { text } = explained(cell, statements);
    expect(text, JSON.stringify(cell)).toContain(`= ${printed(cell.value as number, "B")}`);
  }
});

test("numbers without an expression of the program carry none", () => {
  const other = "let quick = base with { plan.micro_batch = 2 }\nlet memory = quick.memory\n";
  // `memory` is a result by another name: nothing in the text says which scenario it belongs to.
  expect(cellsOf(documentsOf(`${other}show memory`))).toEqual([]);
  // A changed model keeps its name, and the name alone would mean another model.
  const sweep = "sweep s = base for model in [llama3_8b with { layers = 40 }]\nshow s";
  expect(cellsOf(documentsOf(sweep))).toEqual([]);
  // Rows without results.
  expect(cellsOf(documentsOf("sweep s = base for plan.tp in [3]\nshow s"))).toEqual([]);
});

test("attributes that the cells of a row share stand on the row", () => {
  const [document] = documentsOf("sweep s = base for plan.micro_batch in [1]\nshow s");
  const html = toHtml(document as Document);
  expect(html).toContain('<tr data-of="(base with { plan.micro_batch = 1 })">');
  expect(html.match(/data-of=/g)).toHaveLength(1);
  expect(html).toContain(' data-why data-path="mfu"');
});

test("a question is one expression: text after it is a mistake, and runs nothing", () => {
  const { outputs, diagnostics } = session().run(PROGRAM, {
    ...{ name: "a.dtp", mode: "file" },
    explain: { path: "base.mfu\nshow base" },
  });
  expect(outputs).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["wrong-kind"]);
});

test("an explanation evaluates no table that it does not read", () => {
  let polls = 0;
  const world = { ...createWorld("."), interrupted: () => ++polls < 0 };
  const text = `${PROGRAM}sweep s = base for plan.micro_batch in range(1, 400)\nshow s\n`;
  createSession(world).run(text, { name: "a.dtp", mode: "file" });
  expect(polls).toBeGreaterThan(400);
  polls = 0;
  const { outputs } = createSession(world).run(text, {
    ...{ name: "a.dtp", mode: "file" },
    explain: { path: "base.mfu" },
  });
  expect(outputs.map(({ kind }) => kind)).toEqual(["explain"]);
  expect(polls).toBeLessThan(50);
});

test("a distribution in another program leaves the cells of certain tables as they are", () => {
  const sweep = "sweep s = base for plan.micro_batch in [1, 2]\nshow s";
  const before = cellsOf(documentsOf(sweep)).length;
  const uncertain = `let life = uniform(40 GPU-years, 60 GPU-years)
let safe = base with { plan.tokens = 10B tokens, plan.checkpoint = sharded, cluster.failures = poisson(mtbf = life) }
sweep t = safe for plan.micro_batch in [1, 2]
show t { goodput }`;
  // Numbers of an uncertain scenario are no results of one scenario.
  expect(cellsOf(documentsOf(uncertain))).toEqual([]);
  expect(before).toBeGreaterThan(0);
  expect(cellsOf(documentsOf(sweep))).toHaveLength(before);
});
