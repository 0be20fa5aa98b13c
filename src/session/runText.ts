import type { File, Statement } from "../dsl/ast.ts";
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
import { blocks } from "./documents.ts";
import { engineOutputs } from "./engineOutputs.ts";
import { parseOverrides } from "./overrides.ts";
import type { Run } from "./run.ts";
import { runExpect } from "./runExpect.ts";
import { runExplain } from "./runExplain.ts";
import { runPlot } from "./runPlot.ts";
import { runShow } from "./runShow.ts";
import type { Expectation, Output, RunResult, Session, World } from "./session.ts";
import { affected, closure, isSame } from "./stale.ts";

/** What a session remembers of earlier runs: the names that each run's outputs were made of. */
export interface History {
  readonly outputs: Map<string, ReadonlySet<string>>;
  readonly owners: Owners;
  overrides: string;
}

type Options = Parameters<Session["run"]>[1];

/** Parses, defines, checks, then runs the verbs in order of writing. */
export function runText(
  world: World,
  versions: Versions | undefined,
  session: Module,
  history: History,
  loader: Loader,
  text: string,
  options: Options,
  listen: (report: (one: Diagnostic) => void) => void,
): RunResult {
  const source = { name: options.name, text };
  const outputs: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const expectations: Expectation[] = [];
  const said = new Set<string>();
  let interrupted = false;
  const report = (one: Diagnostic): void => {
    const { place } = one;
    const key = [one.code, one.message, place?.source.name, place?.span.start, place?.span.end].join("\0");
    if (said.has(key)) return;
    said.add(key);
    diagnostics.push(one);
  };
  const emit = (output: Output): void => {
    outputs.push(output);
    world.output?.(output);
  };
  const result = (): RunResult => ({ outputs, diagnostics, expectations, interrupted });
  listen(report);

  const parsed = parse(source, options.mode);
  for (const one of parsed.diagnostics) report(one);
  if (parsed.diagnostics.some((one) => one.severity === "error")) return result();
  const { file } = parsed;

  const module: Module = options.mode === "file" ? { name: options.name, entries: new Map() } : session;
  const scope = moduleScope(module, source);
  const overrides = parseOverrides(options.overrides ?? [], scope);
  for (const one of overrides.diagnostics) report(one);
  if (overrides.diagnostics.length > 0) return result();
  const context: Context = {
    outputs: engineOutputs,
    warn: (one) => {
      if (context.quiet === 0 || one.severity !== "warning") report(one);
    },
    interrupted() {
      interrupted ||= world.interrupted();
      return interrupted;
    },
    progress: throttled(world),
    overrides: overrides.changes,
    trail: [],
    depth: 0,
    quiet: 0,
  };

  const defined = define(file, module, loader);
  for (const one of defined.diagnostics) report(one);
  const change = apply(module, defined.entries, history, (options.overrides ?? []).join("\n"));
  const broken =
    check(context, defined.entries, report) || defined.diagnostics.some((one) => one.severity === "error");
  if (broken && options.mode === "cell") {
    change.undo();
    return result();
  }
  if (options.mode === "cell") {
    const note = staleNote(module, history, change.changed, options.name);
    if (note) emit(note);
    const notes = claim(history.owners, defined.entries, change.before, options.cell, options.name);
    for (const one of notes) emit(one);
  }

  const run: Run = {
    context,
    scope,
    versions,
    report,
    reportAll: (poison: Poison) => {
      for (const one of poison.diagnostics) report(one);
    },
    output(kind, at, document, data, isResult) {
      const line = position(source, at).line;
      emit({ kind, document, line, data, ...(isResult ? { result: true } : {}) });
    },
    expectation: (one) => expectations.push(one),
    letOf(name) {
      const entry = module.entries.get(name);
      return entry?.statement?.kind === "let" ? { expr: entry.statement.value, scope: entry.scope } : null;
    },
  };
  for (const item of file.items) {
    if (context.interrupted()) break;
    if (item.kind !== "import") runStatement(run, item, module);
  }
  if (file.result && !interrupted) {
    runShow(run, { kind: "show", span: file.result.span, items: [{ value: file.result }] }, true);
  }
  if (interrupted) report(diagnostic("interrupted", {}));
  if (options.mode === "cell") remember(module, history, file, options.name);
  return result();
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

function staleNote(
  module: Module,
  history: History,
  changed: ReadonlySet<string>,
  current: string,
): Output | null {
  if (changed.size === 0) return null;
  const stale = [...history.outputs].filter(
    ([name, names]) => name !== current && [...changed].some((one) => names.has(one)),
  );
  if (stale.length === 0) return null;
  for (const [name] of stale) history.outputs.delete(name);
  const what = [...changed]
    .map((name) => {
      const statement = module.entries.get(name)?.statement;
      return statement?.kind === "define" ? `${statement.what} ${name}` : name;
    })
    .join(", ");
  const labels = stale.map(([name]) =>
    /^\[.*\]$/.test(name) ? name : `[${name.replace(/^\D*(?=\d+$)/, "")}]`,
  );
  const params = {
    what,
    outputs: `${labels.length === 1 ? "output" : "outputs"} ${labels.join(" ")}`,
    verb: labels.length === 1 ? "is" : "are",
  };
  const note = diagnostic("stale-outputs", params);
  return {
    kind: "note",
    document: blocks({ kind: "paragraph", text: note.message }),
    line: 1,
    data: { changed: [...changed], stale: stale.map(([name]) => name) },
  };
}

/** Which names this text's outputs were made of. */
function remember(module: Module, history: History, file: File, name: string): void {
  const verbs = file.items.filter(
    (item) =>
      item.kind === "show" || item.kind === "plot" || item.kind === "explain" || item.kind === "expect",
  );
  if (verbs.length === 0 && !file.result) return;
  const names = namesRead([...verbs, ...(file.result ? [file.result] : [])]);
  history.outputs.set(name, closure(module, names));
}

/** At most about ten reports a second. */
function throttled(world: World): Context["progress"] {
  let last = Date.now();
  return (done, total, label) => {
    if (!world.progress || (done % 16 !== 0 && done !== total)) return;
    const now = Date.now();
    if (now - last < 100) return;
    last = now;
    world.progress(done, total, label);
  };
}
