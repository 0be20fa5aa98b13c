import type { Expr, File, Source, Statement } from "../dsl/ast.ts";
import { diagnostic } from "../dsl/diagnostics/index.ts";
import { type Module, namesRead } from "../dsl/evaluate/index.ts";
import { blocks } from "./documents.ts";
import type { Output } from "./session.ts";
import { closure } from "./stale.ts";

/** What a cell has shown, and what it takes to show it again. */
export interface ShownRun {
  readonly source: Source;
  readonly cell: string | undefined;
  readonly verbs: readonly Statement[];
  readonly result: Expr | undefined;
  /** The session's names that its outputs were made of. */
  names: ReadonlySet<string>;
  /** One of them means something else since. */
  stale: boolean;
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
  runs.set(source.name, { source, cell, verbs, result, names: namesOf(module, verbs, result), stale: false });
  const oldest = runs.keys().next();
  if (runs.size > MAX_RUNS && !oldest.done) runs.delete(oldest.value);
}

/** Its outputs are made of today's definitions again. */
export function refreshed(runs: ShownRuns, module: Module, name: string): void {
  const run = runs.get(name);
  if (!run) return;
  run.stale = false;
  run.names = namesOf(module, run.verbs, run.result);
}

function namesOf(module: Module, verbs: readonly Statement[], result: Expr | undefined) {
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
