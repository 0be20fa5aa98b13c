import type { Source, Statement } from "../dsl/ast.ts";
import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import { diagnostic, position } from "../dsl/diagnostics/index.ts";
import {
  type Context,
  define,
  type Entry,
  entryValue,
  type Loader,
  type Module,
  moduleScope,
  namesRead,
  type Poison,
  readField,
} from "../dsl/evaluate/index.ts";
import { parse } from "../dsl/syntax/index.ts";
import type { Versions } from "../report/index.ts";
import { claim, type Owners } from "./cells.ts";
import { engineOutputs } from "./engineOutputs.ts";
import type { Output } from "./output.ts";
import { parseOverrides } from "./overrides.ts";
import { runPlot } from "./plot/runPlot.ts";
import type { Run } from "./run.ts";
import { runExpect } from "./runExpect.ts";
import { runExplain } from "./runExplain.ts";
import { runShow } from "./runShow.ts";
import type { Expectation, RunResult, Session } from "./session.ts";
import { drop, markStale, remember, type Said, type ShownRuns, staleNote } from "./shownRuns.ts";
import { affected, closure, isSame } from "./stale.ts";
import type { RunTexts, tableThreads } from "./threads/tableThreads.ts";
import type { World } from "./world.ts";

/** What a session remembers of earlier runs. */
export interface History {
  readonly shown: ShownRuns;
  readonly owners: Owners;
  overrides: string;
  /** Ends the run under way that was cut off in its verbs. */
  finish: (() => RunResult) | null;
}

type Options = Parameters<Session["run"]>[1];

/** What a run needs of the session around it. */
export interface Surroundings {
  readonly world: World;
  readonly versions: Versions | undefined;
  readonly session: Module;
  readonly history: History;
  readonly loader: Loader;
  /** Where there are other threads, what hands them the tables of a run. */
  readonly threads: ReturnType<typeof tableThreads> | null;
  /** Adds to a diagnostic what only the names of the library and of other cells can tell. */
  advise(one: Diagnostic): Diagnostic;
  /** Sends what imported files have to report to the run under way. */
  listen(report: (one: Diagnostic) => void): void;
}

/** What a run has brought forth so far, and the ways to add to it. */
interface Collected {
  readonly report: (one: Diagnostic) => void;
  readonly emit: (output: Output) => void;
  readonly expectation: (one: Expectation) => void;
  readonly interrupted: () => boolean;
  /** The run has been interrupted, whatever the world says. */
  readonly stop: () => void;
  /** Whether an interrupt has been seen, without looking again. */
  readonly stopped: () => boolean;
  result(): RunResult;
}

function collector({ world, advise }: Surroundings): Collected {
  const outputs: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const expectations: Expectation[] = [];
  const said = new Set<string>();
  let interrupted = false;
  return {
    report(one) {
      const { place } = one;
      const key = [one.code, one.message, place?.source.name, place?.span.start, place?.span.end].join("\0");
      if (said.has(key)) return;
      said.add(key);
      diagnostics.push(advise(one));
    },
    emit(output) {
      outputs.push(output);
      world.output?.(output);
    },
    expectation: (one) => expectations.push(one),
    interrupted() {
      interrupted ||= world.interrupted();
      return interrupted;
    },
    stop() {
      interrupted = true;
    },
    stopped: () => interrupted,
    result: () => ({ outputs, diagnostics, expectations, interrupted }),
  };
}

/** ms that each loop over a table's rows gets after an interrupt. A table has few such loops, and a cell should end within a second. */
const AFTERWARDS = 200;

function contextOf(
  { world, threads }: Surroundings,
  into: Collected,
  overrides: Context["overrides"],
  { module, mode, overrides: texts = [] }: Pick<RunTexts, "module"> & Pick<Options, "mode" | "overrides">,
): Context {
  const { searches } = world;
  const others = threads?.({ module, mode, overrides: texts });
  const context: Context = {
    outputs: engineOutputs,
    warn: (one) => {
      if (context.quiet === 0 || one.severity !== "warning") into.report(one);
    },
    interrupted: into.interrupted,
    stopsRows() {
      if (!into.stopped()) return into.interrupted;
      const until = Date.now() + AFTERWARDS;
      return () => Date.now() > until;
    },
    begins: () => world.begins?.(),
    progress: throttled(world, () => others?.ahead ?? 0),
    overrides,
    trail: [],
    depth: 0,
    making: new Map(),
    reads: 0,
    quiet: 0,
    ...(searches === undefined ? {} : { searches }),
    ...(others ? { threads: others } : {}),
  };
  return context;
}

/** Parses, defines, checks, then runs the verbs in order of writing. */
export function runText(around: Surroundings, text: string, options: Options): RunResult {
  const { session, history } = around;
  const source = { name: options.name, text };
  const into = collector(around);
  const { report } = into;
  around.listen(report);
  const { cell } = options;
  if (cell !== undefined) drop(history.shown, (one) => one === cell);

  const parsed = parse(source, options.mode);
  for (const one of parsed.diagnostics) report(one);
  if (parsed.diagnostics.some((one) => one.severity === "error")) return into.result();
  const { file } = parsed;

  const module: Module = options.mode === "file" ? { name: options.name, entries: new Map() } : session;
  const overrides = parseOverrides(options.overrides ?? [], moduleScope(module, source));
  for (const one of overrides.diagnostics) report(one);
  if (overrides.diagnostics.length > 0) return into.result();
  const context = contextOf(around, into, overrides.changes, { ...options, module });

  const defined = define(file, module, around.loader);
  for (const one of defined.diagnostics) report(one);
  const change = apply(module, defined.entries, history, (options.overrides ?? []).join("\n"));
  const broken =
    check(context, defined.entries, report) || defined.diagnostics.some((one) => one.severity === "error");
  if (broken && options.mode === "cell") {
    change.undo();
    return into.result();
  }
  if (options.mode === "cell") {
    const stale = markStale(history.shown, change.changed);
    const note = options.live === true ? null : staleNote(module, change.changed, stale);
    if (note) into.emit(note);
    const notes = claim(history.owners, defined.entries, change.before, cell, options.name);
    for (const one of notes) into.emit(one);
  }

  const verbs = {
    source,
    verbs: file.items.filter((item) => item.kind !== "import"),
    result: file.result,
  };
  history.finish = () => {
    into.stop();
    const own = contextOf(around, into, overrides.changes, { ...options, module });
    const late: Context = { ...own, making: context.making };
    for (const { statement } of module.entries.values()) {
      if ((statement?.kind === "sweep" || statement?.kind === "search") && late.making.has(statement))
        runStatement(runOf(around, module, late, into, source), statement, module);
    }
    runVerbs(around, module, late, into, verbs);
    if (options.mode === "cell") remember(history.shown, module, file, cell);
    return into.result();
  };
  runVerbs(around, module, context, into, verbs);
  history.finish = null;
  if (options.mode === "cell") remember(history.shown, module, file, cell);
  return into.result();
}

/** The verbs of an earlier run over today's definitions: what that run would show now. */
export function runAgain(around: Surroundings, said: Said): RunResult {
  const into = collector(around);
  around.listen(into.report);
  const { session: module } = around;
  runVerbs(around, module, contextOf(around, into, [], { module, mode: "cell" }), into, said);
  return into.result();
}

function runOf(
  { versions, world }: Surroundings,
  module: Module,
  context: Context,
  into: Collected,
  source: Source,
): Run {
  return {
    context,
    scope: moduleScope(module, source),
    versions,
    report: into.report,
    reportAll: (poison: Poison) => {
      for (const one of poison.diagnostics) into.report(one);
    },
    output(kind, at, document, data, isResult) {
      const line = position(source, at).line;
      into.emit({ kind, document, line, data, ...(isResult ? { result: true } : {}) });
    },
    expectation: into.expectation,
    timeline: world.timeline,
    letOf(name) {
      const entry = module.entries.get(name);
      return entry?.statement?.kind === "let" ? { expr: entry.statement.value, scope: entry.scope } : null;
    },
  };
}

function runVerbs(
  around: Surroundings,
  module: Module,
  context: Context,
  into: Collected,
  { source, verbs, result }: Said,
): void {
  const run = runOf(around, module, context, into, source);
  const shown: Statement | null = result
    ? { kind: "show", span: result.span, items: [{ value: result }] }
    : null;
  for (const statement of shown ? [...verbs, shown] : verbs) {
    if (context.interrupted() && !showsCutTable(module, statement)) continue;
    if (statement === shown && statement.kind === "show") runShow(run, statement, true);
    else runStatement(run, statement, module);
  }
  context.threads?.stop();
  if (context.interrupted()) {
    into.report(diagnostic("interrupted", {}));
    forgetUnbegun(module);
  }
}

/** After an interrupt nothing new begins; but the rows that a table has until then are still shown and drawn. */
function showsCutTable(module: Module, statement: Statement): boolean {
  if (statement.kind !== "show" && statement.kind !== "plot") return false;
  const entries = [...closure(module, namesRead(statement))].flatMap(
    (name) => module.entries.get(name) ?? [],
  );
  const tables = entries.filter(
    ({ statement }) => statement?.kind === "sweep" || statement?.kind === "search",
  );
  return (
    tables.some(({ value }) => value?.kind === "table" && value.partial) &&
    tables.every(({ value }) => value?.kind === "table" && value.tried > 0)
  );
}

/** A table that the interrupt kept from its first row is worked out by whoever reads it next, and so is what read it. */
function forgetUnbegun(module: Module): void {
  const names = [...module.entries.values()]
    .filter(({ value }) => value?.kind === "table" && value.partial && value.tried === 0)
    .map(({ name }) => name);
  for (const name of affected(module, new Set(names))) {
    const entry = module.entries.get(name);
    if (entry?.statement) entry.value = null;
  }
}

function runStatement(run: Run, statement: Statement, module: Module): void {
  switch (statement.kind) {
    case "show":
      runShow(run, statement);
      return;
    case "plot":
      runPlot(run, statement);
      return;
    case "explain":
      runExplain(run, statement);
      return;
    case "expect":
      runExpect(run, statement);
      return;
    case "sweep":
    case "search": {
      const entry = module.entries.get(statement.name.name);
      if (entry?.statement !== statement) return;
      const value = entryValue(run.context, entry);
      if (value.kind === "poison") run.reportAll(value);
      return;
    }
    case "define":
    case "let":
      return;
  }
}

/** Puts names into the module; what depends on a changed one is forgotten. All of it can be undone. */
function apply(module: Module, entries: readonly Entry[], history: History, overrides: string) {
  const before = new Map(module.entries);
  const changed = new Set(
    entries.filter((entry) => !isSame(before.get(entry.name), entry)).map((entry) => entry.name),
  );
  for (const entry of entries) module.entries.set(entry.name, entry);
  const touched = affected(module, changed);
  const values = new Map<Entry, Entry["value"]>();
  for (const entry of module.entries.values()) {
    if (entry.value === null || (!touched.has(entry.name) && history.overrides === overrides)) continue;
    if (entry.statement === null && !entry.from) continue; // a data import, or one that failed
    values.set(entry, entry.value);
    entry.value = null;
  }
  history.overrides = overrides;
  return {
    before,
    /** Names that meant something else before. */
    changed: new Set([...changed].filter((name) => before.has(name))),
    undo() {
      module.entries.clear();
      for (const [name, entry] of before) module.entries.set(name, entry);
      for (const [entry, value] of values) entry.value = value;
    },
  };
}

/**
 * Every definition of the text, whether or not a verb uses it. A plan may lack what `with` will add, or need a scenario:
 * that is no mistake yet. Tables run in their turn, among the verbs.
 */
function check(context: Context, entries: readonly Entry[], report: (one: Diagnostic) => void): boolean {
  let broken = false;
  const say = (poison: Poison): void => {
    if (poison.needsScenario) return;
    for (const one of poison.diagnostics) {
      if (one.code === "missing-field" || one.code === "missing-argument") continue;
      if (one.severity === "error") broken = true;
      report(one);
    }
  };
  for (const entry of entries) {
    const kind = entry.statement?.kind;
    if (kind !== "define" && kind !== "let") continue;
    const value = entryValue(context, entry);
    if (value.kind === "poison") say(value);
    if (kind !== "define" || value.kind !== "record") continue;
    for (const name of value.fields.keys()) {
      const field = readField(context, value, name);
      if (field.kind === "poison") say(field);
      else if (field.kind === "record" && field.type.what === "tagged") {
        for (const inner of field.fields.keys()) {
          const argument = readField(context, field, inner);
          if (argument.kind === "poison") say(argument);
        }
      }
    }
  }
  return broken;
}

/** At most about ten reports a second. What other threads have done of what is left is done: `ahead` is its share. */
function throttled(world: World, ahead: () => number): Context["progress"] {
  let last = Date.now();
  let told = { label: "", total: 0, done: 0, shown: 0 };
  return (done, total, label, best) => {
    if (!world.progress) return;
    const now = Date.now();
    if (now - last < 100) return;
    last = now;
    const same = label === told.label && total === told.total && done >= told.done;
    // Rows that are left out make the share of what is left an estimate: it does not go back.
    const shown = Math.max(same ? told.shown : 0, done + Math.floor((total - done) * ahead()));
    told = { label, total, done, shown };
    world.progress(shown, total, label, best?.());
  };
}
