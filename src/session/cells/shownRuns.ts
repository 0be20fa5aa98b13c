import type { Expr, File, Source, Statement } from "../../dsl/ast/ast.ts";
import { showers } from "../../dsl/ast/words.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Module, namesRead } from "../../dsl/evaluate/index.ts";
import { blocks } from "../show/shown.ts";
import type { Output } from "../world/output.ts";
import { closure } from "./stale.ts";

/** Record of the outputs of one run of a cell. */
export interface ShownRun {
  readonly cell: string | undefined;
  /** Statements that produce the run's outputs again; null for a run in another language, such as TypeScript. */
  readonly statements: ShownStatements | null;
  /** The session's names that the outputs depend on. */
  names: ReadonlySet<string>;
  /** True once one of `names` has been redefined, so that the outputs show outdated values. */
  stale: boolean;
}

/** Output statements of a run: `show`, `plot`, `explain`, `control` and `expect`, and the last bare expression. */
export interface ShownStatements {
  readonly source: Source;
  readonly verbs: readonly Statement[];
  readonly result: Expr | undefined;
}

/** Remembered runs by run name (`cell [3]`), oldest first. */
export type ShownRuns = Map<string, ShownRun>;

/**
 * Maximum number of runs whose outputs a session remembers. The limit matters in a console, where new outputs never
 * replace old ones; by then the oldest have scrolled away.
 */
const MAX_RUNS = 1_000;

const VERBS: ReadonlySet<string> = new Set([...showers, "control", "exercise", "predict", "diagnose"]);

/** Records the outputs of a run, and removes the records of the same cell's earlier runs. */
export function remember(runs: ShownRuns, module: Module, file: File, cell: string | undefined): void {
  const verbs = file.items.filter((item): item is Statement => VERBS.has(item.kind));
  if (verbs.length === 0 && !file.result) return;
  const { source, result } = file;
  const statements = { source, verbs, result };
  keep(runs, source.name, { cell, statements, names: namesOf(module, statements), stale: false });
}

/** Record of a run in another language, such as a TypeScript cell. */
export interface ForeignRun {
  readonly name: string;
  readonly cell?: string;
  /** Names of the session that the run read. */
  readonly names: Iterable<string>;
}

/** Records the outputs of a run in another language, with the session's names that it read. */
export function rememberForeign(runs: ShownRuns, module: Module, { name, cell, names }: ForeignRun): void {
  const before = runs.get(name)?.names ?? [];
  if (cell !== undefined) drop(runs, (one) => one === cell);
  // TypeScript can run texts of the language, whose names were recorded under this run before.
  const read = closure(module, [...before, ...names]);
  if (read.size > 0) keep(runs, name, { cell, statements: null, names: read, stale: false });
}

function keep(runs: ShownRuns, name: string, run: ShownRun): void {
  runs.set(name, run);
  const oldest = runs.keys().next();
  if (runs.size > MAX_RUNS && !oldest.done) runs.delete(oldest.value);
}

/** Marks a run's outputs as up to date, after they were evaluated again with the current definitions. */
export function refreshed(runs: ShownRuns, module: Module, name: string): void {
  const run = runs.get(name);
  if (!run?.statements) return;
  run.stale = false;
  run.names = namesOf(module, run.statements);
}

function namesOf(module: Module, { verbs, result }: ShownStatements) {
  return closure(module, namesRead(result ? [...verbs, result] : verbs));
}

/** Removes the records of runs in cells for which `gone` is true, because the cell was deleted or runs again. */
export function drop(runs: ShownRuns, gone: (cell: string) => boolean): void {
  for (const [name, { cell }] of runs) if (cell !== undefined && gone(cell)) runs.delete(name);
}

/** Marks the runs that depend on a changed name as stale. Returns the names of newly stale runs. */
export function markStale(runs: ShownRuns, changed: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  for (const [name, run] of runs) {
    if (run.stale || ![...changed].some((one) => run.names.has(one))) continue;
    run.stale = true;
    names.push(name);
  }
  return names;
}

/** Note that lists outdated outputs: "plan p changed: outputs [4] [7] are stale". Null for none. */
export function staleNote(
  module: Module,
  changed: ReadonlySet<string>,
  stale: readonly string[],
): Output | null {
  if (stale.length === 0) return null;
  const what = [...changed]
    .map((name) => {
      const statement = module.entries.get(name)?.statement;
      return statement?.kind === "define" ? `${statement.what} ${name}` : name;
    })
    .join(", ");
  const note = diagnostic("stale-outputs", { what, ...outputsOf(stale) });
  return {
    kind: "note",
    document: blocks({ kind: "paragraph", text: note.message }),
    line: 1,
    data: { changed: [...changed], stale },
  };
}

/**
 * Output labels as notebooks number them, with the verb that agrees in number: `cell [4]` gives "output [4]" and "is".
 */
function outputsOf(runs: readonly string[]): { readonly outputs: string; readonly verb: string } {
  const labels = runs.map((name) => /\[[^\]]*\]$/.exec(name)?.[0] ?? `[${name.replace(/^\D*(?=\d+$)/, "")}]`);
  const one = labels.length === 1;
  return { outputs: `${one ? "output" : "outputs"} ${labels.join(" ")}`, verb: one ? "is" : "are" };
}
