import type { Expr, File, Source, Statement } from "../../dsl/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Module, namesRead } from "../../dsl/evaluate/index.ts";
import type { Output } from "../output.ts";
import type { Session } from "../session.ts";
import { blocks } from "../show/shown.ts";
import { closure } from "./stale.ts";

/** What a cell has shown. */
export interface ShownRun {
  readonly cell: string | undefined;
  /** What it takes to show it again; null for what another language has shown. */
  readonly said: Said | null;
  /** The session's names that its outputs were made of. */
  names: ReadonlySet<string>;
  /** One of them means something else since. */
  stale: boolean;
}

/** What a run has said in the language. */
export interface Said {
  readonly source: Source;
  readonly verbs: readonly Statement[];
  readonly result: Expr | undefined;
}

/** By the run's name, oldest first. */
export type ShownRuns = Map<string, ShownRun>;

/** A console never takes an output back, so the oldest are forgotten: what they showed has scrolled away. */
const MAX_RUNS = 1_000;

const VERBS: ReadonlySet<string> = new Set(["show", "plot", "explain", "expect"]);

/** Remembers what a run has shown; what its cell had shown before is gone from the page. */
export function remember(runs: ShownRuns, module: Module, file: File, cell: string | undefined): void {
  const verbs = file.items.filter((item): item is Statement => VERBS.has(item.kind));
  if (verbs.length === 0 && !file.result) return;
  const { source, result } = file;
  const said = { source, verbs, result };
  keep(runs, source.name, { cell, said, names: namesOf(module, said), stale: false });
}

/** Remembers what a run in another language has shown, by the session's names that it read. */
export function rememberForeign(
  runs: ShownRuns,
  module: Module,
  { name, cell, names }: Parameters<Session["shown"]>[0],
): void {
  const before = runs.get(name)?.names ?? [];
  if (cell !== undefined) drop(runs, (one) => one === cell);
  // a run of TypeScript may have run texts of the language
  const read = closure(module, [...before, ...names]);
  if (read.size > 0) keep(runs, name, { cell, said: null, names: read, stale: false });
}

function keep(runs: ShownRuns, name: string, run: ShownRun): void {
  runs.set(name, run);
  const oldest = runs.keys().next();
  if (runs.size > MAX_RUNS && !oldest.done) runs.delete(oldest.value);
}

/** Its outputs are made of today's definitions again. */
export function refreshed(runs: ShownRuns, module: Module, name: string): void {
  const run = runs.get(name);
  if (!run?.said) return;
  run.stale = false;
  run.names = namesOf(module, run.said);
}

function namesOf(module: Module, { verbs, result }: Said) {
  return closure(module, namesRead(result ? [...verbs, result] : verbs));
}

/** Drops what cells have shown that run again or are gone. */
export function drop(runs: ShownRuns, gone: (cell: string) => boolean): void {
  for (const [name, { cell }] of runs) if (cell !== undefined && gone(cell)) runs.delete(name);
}

/** Marks what was made of `changed`; the names of runs that were not marked before. */
export function markStale(runs: ShownRuns, changed: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  for (const [name, run] of runs) {
    if (run.stale || ![...changed].some((one) => run.names.has(one))) continue;
    run.stale = true;
    names.push(name);
  }
  return names;
}

/** "plan p changed: outputs [4] [7] are stale" */
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

/** `cell [4]` → "output [4]", as notebooks number their outputs. */
function outputsOf(runs: readonly string[]): { readonly outputs: string; readonly verb: string } {
  const labels = runs.map((name) => /\[[^\]]*\]$/.exec(name)?.[0] ?? `[${name.replace(/^\D*(?=\d+$)/, "")}]`);
  const one = labels.length === 1;
  return { outputs: `${one ? "output" : "outputs"} ${labels.join(" ")}`, verb: one ? "is" : "are" };
}
