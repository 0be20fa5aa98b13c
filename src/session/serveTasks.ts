import type { Sweep } from "../dsl/ast/ast.ts";
import {
  type Context,
  type RowScenarios,
  runTable,
  type ScenarioValue,
  type Scope,
  type SearchAnswer,
  type SearchRequest,
  silentContext,
  tableRows,
} from "../dsl/evaluate/index.ts";
import { FITS } from "../engine/trainingStep/memory/fit.ts";
import { engineOutputs } from "./results/engineOutputs.ts";
import { openProgram } from "./threads/programTexts.ts";
import { shareRows } from "./threads/rowsPass.ts";
import { keyOf } from "./threads/searchesAhead.ts";
import { claimSearch, type SearchWork } from "./threads/searchWork.ts";
import type { ThreadAnswer, ThreadTask } from "./threads/threads.ts";
import type { World } from "./world/world.ts";

/** A table (sweep or search) of the program, parsed again on a worker thread, with its evaluation context and scope. */
interface OpenTable {
  readonly context: Context;
  readonly statement: Sweep;
  readonly scope: Scope;
  /** Rows of the table, created at their first use; null where the table has no rows. */
  rows?: RowScenarios | null;
}

/**
 * Returns the function with which a worker thread handles tasks. It parses the program as the main thread did, and
 * computes the worker's share of a table's rows or searches.
 */
export function serveTasks({
  read,
}: Pick<World, "read">): (task: ThreadTask, publish: (one: ThreadAnswer) => void) => void {
  // Consecutive tasks often name one table: first for its rows' errors, then for its columns.
  let last: { readonly key: string; readonly table: OpenTable | null } | null = null;
  return ({ program, table, work }, publish) => {
    const key = JSON.stringify([table, program, [...program.imports]]);
    if (last?.key !== key) last = { key, table: openTable({ program, table }, read) };
    const open = last.table;
    if (open && work.kind === "searches") shareSearches(open, work, publish);
    else if (open && work.kind === "rows") {
      open.rows ??= rowsOf(open);
      const { rows } = open;
      if (rows)
        shareRows(work, (place, numbers) => workOut(open.context, rows.at(place), work.paths, numbers));
    }
  };
}

function openTable({ program, table }: Omit<ThreadTask, "work">, read: World["read"]): OpenTable | null {
  const { module, changes } = openProgram(program, read);
  const entry = module.entries.get(table);
  if (entry?.statement?.kind !== "sweep" && entry?.statement?.kind !== "search") return null;
  const { statement, scope } = entry;
  const context: Context = { ...silentContext(engineOutputs, { quiet: 1 }), overrides: changes };
  return { context, statement, scope };
}

function rowsOf({ context, statement, scope }: OpenTable): RowScenarios | null {
  const made = tableRows(context, statement, scope);
  return made.kind === "rows" ? made.scenarios : null;
}

function workOut(
  context: Context,
  row: ScenarioValue,
  paths: readonly string[],
  numbers: Float64Array,
): boolean {
  const { outputs } = context;
  const answered = outputs.check(context, row, null) === null;
  if (answered) for (const [at, path] of paths.entries()) numbers[at] = numberOf(context, row, path);
  outputs.release(row);
  return answered;
}

/**
 * A row's result at a path as a number: a word as its index in `FITS`, a boolean as 0 or 1. NaN where the row has no
 * such result; the main thread then reports the error.
 */
function numberOf(context: Context, scenario: ScenarioValue, path: string): number {
  const known = scenario.ahead?.number(path);
  if (known !== undefined) return known ?? Number.NaN;
  const value = context.outputs.read(context, { kind: "result", path, scenario, record: null }, NOWHERE);
  if (value.kind === "quantity") return value.value;
  if (value.kind === "word") return (FITS as readonly string[]).indexOf(value.word);
  return value.kind === "boolean" ? Number(value.value) : Number.NaN;
}

const NOWHERE = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };

/**
 * Computes searches of a table on a worker thread, from the last search backwards. An interrupted answer is not
 * published.
 */
function shareSearches(open: OpenTable, work: SearchWork, publish: (one: ThreadAnswer) => void): void {
  const stopped = (): boolean => Atomics.load(work.stop, 0) !== 0;
  const context: Context = { ...open.context, interrupted: stopped };
  const requests = searchesOf(open);
  const count = requests.length;
  for (let at = claimSearch(work, count); at !== null; at = claimSearch(work, count)) {
    const request = requests[at];
    // Later searches belong to other threads, so release the memos that these requests hold.
    requests.length = at;
    if (!request) return;
    const answer = context.outputs.search(context, request);
    if (!stopped() && !request.stopped()) publish({ key: keyOf(request), answer });
  }
}

/**
 * Collects the requests of all searches of a table without running them. This is safe because the answer to one request
 * never changes another request.
 */
function searchesOf({ context, statement, scope }: OpenTable): SearchRequest[] {
  const requests: SearchRequest[] = [];
  const search = (_: Context, request: SearchRequest): SearchAnswer => {
    requests.push(request);
    return NOTHING_YET;
  };
  runTable({ ...context, outputs: { ...engineOutputs, search } }, statement, scope);
  return requests;
}

const NOTHING_YET: SearchAnswer = { best: [], total: 1, decided: 1, feasible: 0, skipped: [] };
