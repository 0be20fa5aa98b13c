import type { Statement } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Context, type Module, namesRead } from "../../dsl/evaluate/index.ts";
import type { ShownStatements } from "../cells/shownRuns.ts";
import { affected, closure } from "../cells/stale.ts";
import { runShow } from "../show/runShow.ts";

import type { Collected } from "./collected.ts";
import { runOf } from "./runOf.ts";
import { runStatement } from "./runStatement.ts";
import type { Surroundings } from "./surroundings.ts";

/** Runs the output statements of a text in written order, then shows its last bare expression. */
export function runVerbs(
  around: Surroundings,
  module: Module,
  context: Context,
  into: Collected,
  { source, verbs, result }: ShownStatements,
  stage?: number,
): void {
  const run = runOf(around, module, context, into, source, stage);
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

/**
 * True for a `show` or `plot` that reads a table with some rows, whose evaluation was interrupted. After an interrupt,
 * only such statements still run.
 */
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

/**
 * Resets tables that were interrupted before their first row, and the definitions that read them. They are evaluated
 * again when something reads them.
 */
function forgetUnbegun(module: Module): void {
  const names = [...module.entries.values()]
    .filter(({ value }) => value?.kind === "table" && value.partial && value.tried === 0)
    .map(({ name }) => name);
  for (const name of affected(module, new Set(names))) {
    const entry = module.entries.get(name);
    if (entry?.statement) entry.value = null;
  }
}
