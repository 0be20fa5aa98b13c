import { type Context, define, type Module, moduleScope } from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { claim } from "../cells/owners.ts";
import { drop, markStale, remember, type ShownStatements, staleNote } from "../cells/shownRuns.ts";
import { ownControls, withChosen } from "../controls/controlState.ts";
import { readChoice, splitOverrides } from "../definitions/choices.ts";
import { parseOverrides } from "../definitions/overrides.ts";
import type { RunResult } from "../world/runResult.ts";
import { addNames } from "./addNames.ts";
import { checkDefinitions } from "./checkDefinitions.ts";
import { collector } from "./collected.ts";
import { contextOf } from "./contextOf.ts";
import { explaining, notOneExpression } from "./explaining.ts";
import { runOf } from "./runOf.ts";
import type { RunOptions } from "./runOptions.ts";
import { runStatement } from "./runStatement.ts";
import { runVerbs } from "./runVerbs.ts";
import type { Surroundings } from "./surroundings.ts";

/** Runs a text: parses it, adds and checks its definitions, then runs its output statements in written order. */
export function runText(around: Surroundings, given: string, options: RunOptions): RunResult {
  const { session, history } = around;
  const { explain } = options;
  const text = explain ? explaining(given, explain) : given;
  const source = { name: options.name, text };
  const into = collector(around);
  const { report } = into;
  around.listen(report);
  const { cell } = options;
  if (cell !== undefined) drop(history.shown, (one) => one === cell);

  const misasked = explain ? notOneExpression(explain) : null;
  if (misasked) {
    report(misasked);
    return into.result();
  }
  const parsed = parse(source, options.mode);
  for (const one of parsed.diagnostics) report(one);
  if (parsed.diagnostics.some((one) => one.severity === "error")) return into.result();
  const { file } = parsed;

  const module = moduleFor(session, options);
  const { choices, others } = splitOverrides(options.overrides ?? [], file);
  const overrides = parseOverrides(others, moduleScope(module, source));
  for (const one of overrides.diagnostics) report(one);
  const misread = [...choices].map((one) => readChoice(module, ...one)).filter((one) => "severity" in one);
  for (const one of misread) report(one);
  if (overrides.diagnostics.length > 0 || misread.length > 0) return into.result();
  const texts = { ...options, overrides: others, module };
  const context = contextOf(around, into, overrides.changes, texts);

  const defined = define(file, module, around.loader);
  for (const one of defined.diagnostics) report(one);
  if (options.mode === "cell") {
    ownControls(history, module, file, cell);
    for (const [path, value] of choices) history.choices.set(path, value);
  }
  const chosen = withChosen(module, defined.entries, options.mode === "cell" ? history.choices : choices);
  const change = addNames(module, chosen, history, others.join("\n"));
  const broken =
    checkDefinitions(context, chosen, report) || defined.diagnostics.some((one) => one.severity === "error");
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
    // An explanation needs no table but those that it reads.
    verbs: file.items
      .filter((item) => item.kind !== "import")
      .filter(({ kind }) => !explain || kind === "explain"),
    result: file.result,
  };
  history.finish = () => {
    into.stop();
    const own = contextOf(around, into, overrides.changes, texts);
    const late: Context = { ...own, making: context.making };
    for (const { statement } of module.entries.values()) {
      if ((statement?.kind === "sweep" || statement?.kind === "search") && late.making.has(statement))
        runStatement(runOf(around, module, late, into, source), statement, module);
    }
    runVerbs(around, module, late, into, verbs);
    if (options.mode === "cell" && !options.aside) remember(history.shown, module, file, cell);
    return into.result();
  };
  runVerbs(around, module, context, into, verbs, explain?.stage);
  if (options.checks && context.interrupted()) forgetValues(module);
  history.finish = null;
  if (options.mode === "cell" && !options.aside) remember(history.shown, module, file, cell);
  return into.result();
}

/** Module that takes a text's names: the session's own for a cell, or for a file whose names stay. */
function moduleFor(session: Module, { mode, name, stays }: RunOptions): Module {
  if (mode === "file" && !stays) return { name, entries: new Map() };
  if (mode === "file") session.entries.clear();
  return session;
}

/** Lets every definition be computed again by what reads it next. */
function forgetValues(module: Module): void {
  for (const entry of module.entries.values()) if (entry.statement) entry.value = null;
}

/** Runs the output statements of an earlier run again, with the current definitions. */
export function runAgain(around: Surroundings, statements: ShownStatements): RunResult {
  const into = collector(around);
  around.listen(into.report);
  const { session: module } = around;
  runVerbs(around, module, contextOf(around, into, [], { module, mode: "cell" }), into, statements);
  return into.result();
}
