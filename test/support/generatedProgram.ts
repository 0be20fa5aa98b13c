import type { Clause, DefinitionKind, Expr, Import, Statement } from "../../src/dsl/ast/ast.ts";
import {
  type Accepts,
  type FieldRow,
  functionRows,
  isRequired,
  kindRow,
  kindRows,
  plotRow,
  type RecordRow,
  tagRow,
  tagRows,
  tagsOf,
} from "../../src/dsl/schema/index.ts";
import { outputs } from "../../src/engine/answer/outputs.ts";

type Make = (draw: Draw) => string;

/** Random choices of a generated program, and what it contains so far. */
export class Draw {
  readonly #next: () => number;
  /** Statements (`sweep`), clauses (`for`), expressions (`if`), tags (`mha(`) and fields (`mha.heads`) written so far. */
  readonly made = new Set<string>();

  constructor(next: () => number) {
    this.#next = next;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Text of a form drawn from a table of all forms of its kind, such as all statements. */
  form(forms: Readonly<Record<string, Make>>, name = this.pick(Object.keys(forms))): string {
    this.made.add(name);
    return (forms[name] as Make)(this);
  }
}

/** Fields of definitions and tags that accept each tag. */
const takers = new Map<string, readonly (readonly [RecordRow, FieldRow])[]>();
for (const row of [...kindRows, ...tagRows])
  for (const field of row.fields)
    for (const tag of tagsOf(field.accepts)) takers.set(tag, [...(takers.get(tag) ?? []), [row, field]]);

/** Definitions of the library and of the program's beginning, by kind. */
const NAMED: Readonly<Record<DefinitionKind, readonly string[]>> = {
  model: ["llama3_8b", "mixtral_8x7b", "m"],
  device: ["h100_sxm", "a100_sxm"],
  cluster: ["c", "dgx_h100"],
  plan: ["p"],
  queue: ["q"],
  run: ["r"],
};

/** Imports and definitions that the statements of a generated program read. */
const BEGIN = `import dgx_h100 from "std/clusters"
import a100_sxm, h100_sxm from "std/devices"
import llama3_8b, mixtral_8x7b from "std/models"

plan p {
  dp = fill
  zero = 1
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 64 sequences
  precision = bf16
}
cluster c = dgx_h100 with { nodes = 2 }
model m = llama3_8b with { layers = 16 }
let base = m on c with p
let other = base with { plan.tp = 2 }
queue q { cluster = c, jobs = [job(base, time = 2 h)] }
run r { scenario = base, phases = [phase(tokens = 1T tokens)] }
`;

const PATHS = kindRows
  .filter(({ name }) => ["model", "cluster", "plan"].includes(name))
  .flatMap((row) => row.fields.map((field) => ({ path: `${row.name}.${field.name}`, field })));
const RESULTS = outputs.map(({ path }) => path).filter((path) => path !== "");

/** Value of a field that is a tag, with some of its fields, or all that are required. */
function tagText(draw: Draw, row: RecordRow, depth: number, set?: readonly [FieldRow, string]): string {
  draw.made.add(`${row.name}(`);
  const wanted = row.fields.filter(
    (field) => field !== set?.[0] && (isRequired(field) || draw.chance(depth > 1 ? 0.15 : 0.4)),
  );
  const given = wanted.map((field) => `${field.name} = ${fieldText(draw, row, field, depth + 1)}`);
  if (set) given.push(`${set[0].name} = ${set[1]}`);
  return `${row.name}(${given.join(", ")})`;
}

function fieldText(draw: Draw, row: RecordRow, field: FieldRow, depth: number): string {
  draw.made.add(`${row.name}.${field.name}`);
  return valueText(draw, field, field.accepts, depth);
}

/** Value that a field may accept: its example or default, one of its words or tags, a number, a list of them. */
function valueText(draw: Draw, field: FieldRow, accepts: Accepts, depth: number): string {
  const { words = [], numbers, list, definition, scenario, boolean } = accepts;
  const forms: (() => string)[] = [() => field.example];
  if (field.default !== undefined) forms.push(() => `(${field.default})`);
  if (words.length > 0) forms.push(() => draw.pick(words).word);
  if (boolean) forms.push(() => draw.pick(["true", "false"]));
  if (definition) forms.push(() => draw.pick(NAMED[definition]));
  if (scenario) forms.push(() => draw.pick(["base", "other"]));
  if (numbers)
    forms.push(
      () => draw.pick(["0", "1", "2", "8"]),
      () => `${draw.pick(["normal", "uniform"])}(${field.example}, ${field.example})`,
      () => `2 * ${field.example}`,
    );
  if (depth < 4) {
    for (const tag of accepts.tags ?? []) {
      const row = tagRow(tag);
      if (row) forms.push(() => tagText(draw, row, depth));
    }
    if (list) forms.push(() => `[${itemText(draw, list, depth + 1)}, ${itemText(draw, list, depth + 1)}]`);
  }
  return draw.pick(forms)();
}

/** Value that a list may accept as an item. */
function itemText(
  draw: Draw,
  { words = [], tags = [], scenario, definition }: Accepts,
  depth: number,
): string {
  const rows = tags.flatMap((tag) => tagRow(tag) ?? []);
  const forms: (() => string)[] = [];
  if (rows.length > 0) forms.push(() => tagText(draw, draw.pick(rows), depth));
  if (words.length > 0) forms.push(() => draw.pick(words).word);
  if (definition) forms.push(() => draw.pick(NAMED[definition]));
  if (scenario) forms.push(() => "base");
  if (forms.length === 0) forms.push(() => draw.pick(["1", "2", "50%"]));
  return draw.pick(forms)();
}

/** Setting of a field, `plan.sync = gossip(..)`, whose value contains the tag somewhere. */
function settingWith(draw: Draw, tag: RecordRow): { readonly kind: string; readonly text: string } {
  let text = tagText(draw, tag, 1);
  let name = tag.name;
  for (let steps = 0; ; steps++) {
    const [row, field] = draw.pick(takers.get(name) ?? []) ?? [];
    if (!row || !field) throw new Error(`no field accepts ${name}`);
    draw.made.add(`${row.name}.${field.name}`);
    const inside = field.accepts.tags?.includes(name) ? text : `[${text}]`;
    if (kindRows.includes(row)) return { kind: row.name, text: `${field.name} = ${inside}` };
    if (steps > 8) throw new Error(`${tag.name} is in no definition`);
    text = tagText(draw, row, 3, [field, inside]);
    name = row.name;
  }
}

/** A setting of any definition: any field, or one with any tag in its value. */
function setting(draw: Draw, kind?: string): { readonly kind: string; readonly text: string } {
  if (kind === undefined && draw.chance(0.6)) return settingWith(draw, draw.pick(tagRows));
  const row = kind === undefined ? draw.pick(kindRows) : kindRow(kind as DefinitionKind);
  const field = draw.pick(row.fields);
  return { kind: row.name, text: `${field.name} = ${fieldText(draw, row, field, 0)}` };
}

const path = (draw: Draw): string => draw.pick(PATHS).path;
const result = (draw: Draw): string => draw.pick(RESULTS);

/** Scenario of the program, perhaps with some fields changed. */
function scenarioText(draw: Draw): string {
  if (draw.chance(0.4)) return draw.pick(["base", "other"]);
  const { kind, text } = setting(draw);
  if (kind === "device") return `(base with { cluster.device = h100_sxm with { ${text} } })`;
  if (kind === "queue" || kind === "run") return "base";
  return `(base with { ${kind}.${text} })`;
}

/** Every kind of expression. A new kind is a type error here until it is generated. */
const EXPRESSIONS: Readonly<Record<Exclude<Expr["kind"], "error">, Make>> = {
  number: (draw) => draw.pick(["80 GiB", "1_536 sequences", "51.4%", "$2/GPU-hour", "16Mi tokens", "2.5"]),
  string: () => '"text"',
  boolean: (draw) => draw.pick(["true", "false"]),
  none: () => "none",
  name: (draw) => draw.pick(["base", "p", "c", "m", "t", "x"]),
  record: (draw) => `(p with { ${setting(draw, "plan").text} })`,
  list: (draw) => `[${expression(draw)}, ${expression(draw)}]`,
  member: (draw) => `${draw.pick(["base", "other", "r", "q", "t"])}.${result(draw)}`,
  call: (draw) => `${draw.pick(functionRows).name}(base.${result(draw)}, ${expression(draw)})`,
  unary: (draw) => draw.pick(["-", "not "]) + expression(draw),
  binary: (draw) =>
    `(${expression(draw)} ${draw.pick(["+", "-", "*", "/", "^", "==", "<", "~=", "in", "and", "or"])} ${expression(draw)})`,
  as: (draw) => `(base.${draw.pick(["memory.peak as GiB", "step_time as ms", "mfu as %"])})`,
  if: (draw) => `(if base.mfu > 40% then ${expression(draw)} else ${expression(draw)})`,
  paren: (draw) => `(${expression(draw)})`,
};
const LEAVES = ["number", "name", "member", "member", "none"];

const expression = (draw: Draw): string =>
  draw.form(EXPRESSIONS, draw.chance(0.5) ? draw.pick(LEAVES) : undefined);

const forClause: Make = (draw) => {
  const { path: at, field } = draw.pick(PATHS);
  const [kind, name] = at.split(".") as [string, string];
  const value = (): string => fieldText(draw, kindRow(kind as DefinitionKind), field, 2);
  return `for ${kind}.${name} in [${value()}, ${value()}]`;
};

/** Every kind of clause of a table. */
const CLAUSES: Readonly<Record<Clause["kind"], Make>> = {
  for: forClause,
  where: (draw) => `where ${draw.pick(["memory.fits", "memory.peak <= 80 GiB", `${result(draw)} > 0`])}`,
  derive: (draw) => `derive d = ${expression(draw)}`,
  scaling: (draw) => `for cluster.nodes in [2, 4] scaling ${draw.pick(["strong", "weak", "to_loss"])}`,
  minimize: (draw) => `minimize ${result(draw)}`,
  maximize: (draw) => `maximize ${result(draw)}`,
  pareto: (draw) => `pareto ${result(draw)}, ${result(draw)}`,
  keep: (draw) => `keep 2${draw.chance(0.5) ? ` per ${path(draw)}` : ""}`,
};

const AIMS = ["minimize", "maximize", "pareto"] as const;

function table(draw: Draw, word: string, last: readonly string[]): string {
  const clauses = [draw.form(CLAUSES, "for")];
  for (const clause of ["where", "derive", ...last])
    if (draw.chance(0.4)) clauses.push(draw.form(CLAUSES, clause));
  return `${word} t = ${scenarioText(draw)} ${clauses.join(" ")}`;
}

/** Every kind of statement. */
const STATEMENTS: Readonly<Record<(Import | Statement)["kind"], Make>> = {
  import: (draw) => `import ${draw.pick(["gpt3_175b", "llama3_70b as big"])} from "std/models"`,
  define: (draw) => {
    const { kind, text } = setting(draw);
    return `## A definition\n${kind} x = ${draw.pick(NAMED[kind as DefinitionKind])} with { ${text} }`;
  },
  let: (draw) => `let x = ${draw.chance(0.5) ? scenarioText(draw) : expression(draw)}`,
  fn: (draw) => `fn f(s, n) = n * s.${result(draw)}\nshow f(base, ${expression(draw)})`,
  sweep: (draw) => table(draw, "sweep", ["scaling"]),
  search: (draw) => {
    const aim = draw.pick(AIMS);
    const asked = `${table(draw, "search", [])} ${draw.form(CLAUSES, aim)}`;
    return aim !== "pareto" && draw.chance(0.5) ? `${asked} ${draw.form(CLAUSES, "keep")}` : asked;
  },
  solve: (draw) =>
    `solve t = ${scenarioText(draw)} for cluster.scale_out.nic in 100 Gb/s .. 800 Gb/s ${draw.pick(["where mfu >= 30%", "minimize step_time", "within $2M, 60 days minimize step_time"])}`,
  diagnose: (draw) => `diagnose ${draw.pick(["base", "other", "r"])} against ${scenarioText(draw)}`,
  exercise: (draw) =>
    `exercise e { ${draw.pick(["answer = none", `answer = ${draw.form(EXPRESSIONS)}`, 'hints = ["a hint"]', 'seal = "broken"', "goals = [base.mfu > 40%], answer = base", 'unit = "GB", answer = 3'])} }`,
  predict: (draw) =>
    `predict p { of = ${draw.pick(["base.step_time", "base.memory.peak as GB", draw.form(EXPRESSIONS)])}, guess = ${draw.pick(["none", "3", "3 GB", draw.form(EXPRESSIONS)])} }`,
  control: (draw) =>
    draw.pick([
      "control base.plan.tp in [1, 2, 4]",
      "control base.cluster.scale_out.nic in 100 Gb/s .. 800 Gb/s",
    ]),
  show: (draw) => `show ${scenarioText(draw)}.${result(draw)}, ${expression(draw)}`,
  plot: (draw) => {
    const options = plotRow.fields.filter(() => draw.chance(0.2));
    const given = options.map((field) => `${field.name} = ${fieldText(draw, plotRow, field, 0)}`);
    const drawn = draw.pick(["t", "base.memory", "base.time", "base.timeline", "c", `base.${result(draw)}`]);
    return `plot ${drawn}${given.length > 0 ? ` { ${given.join(", ")} }` : ""}`;
  },
  compare: (draw) => `compare ${scenarioText(draw)}, ${scenarioText(draw)}`,
  explain: (draw) => {
    const of = result(draw);
    const against = draw.chance(0.5) ? ` against ${scenarioText(draw)}.${of}` : "";
    return `explain ${scenarioText(draw)}.${of}${against}`;
  },
  expect: (draw) =>
    draw.pick([
      `expect ${expression(draw)} ~= ${expression(draw)} within 5% cite "a paper, Table 1" hint "Count again."`,
      `expect { base.${result(draw)} > ${expression(draw)}, base.mfu in [1%, 99%] }`,
    ]),
};

/** A program of valid syntax with a few random statements, each written from the schema and the syntax tree's types. */
export function generatedProgram(draw: Draw): { readonly begin: string; readonly text: string } {
  const text = Array.from({ length: 1 + draw.below(2) }, () => draw.form(STATEMENTS)).join("\n");
  return { begin: BEGIN, text };
}

/** Names of all that programs are generated from: statements, clauses, expressions, tags and fields. */
export const generatedForms: readonly string[] = [
  ...[STATEMENTS, CLAUSES, EXPRESSIONS].flatMap((forms) => Object.keys(forms)),
  ...tagRows.map(({ name }) => `${name}(`),
  ...[...kindRows, ...tagRows, plotRow].flatMap((row) => row.fields.map(({ name }) => `${row.name}.${name}`)),
];
