import {
  type Context,
  type RowScenarios,
  type ScenarioValue,
  silentContext,
  tableRows,
} from "../../dsl/evaluate/index.ts";
import { engineOutputs } from "../engineOutputs.ts";
import type { World } from "../world.ts";
import { openProgram } from "./programTexts.ts";
import { shareRows } from "./rowsPass.ts";
import type { ThreadTask } from "./threads.ts";

interface OpenTable {
  readonly context: Context;
  readonly rows: RowScenarios;
}

/** What another thread does: reads the program as the first one did, and works out its share of a table's rows. */
export function serveTasks({ read }: Pick<World, "read">): (task: ThreadTask) => void {
  // A table is gone through more than once: for what is refused, then for its columns.
  let last: { readonly key: string; readonly table: OpenTable | null } | null = null;
  return ({ program, table, work }) => {
    const key = JSON.stringify([table, program, [...program.imports]]);
    if (last?.key !== key) last = { key, table: openTable({ program, table }, read) };
    const open = last.table;
    if (open) shareRows(work, (place, numbers) => workOut(open, place, work.paths, numbers));
  };
}

function openTable({ program, table }: Omit<ThreadTask, "work">, read: World["read"]): OpenTable | null {
  const { module, changes } = openProgram(program, read);
  const entry = module.entries.get(table);
  if (entry?.statement?.kind !== "sweep" && entry?.statement?.kind !== "search") return null;
  const context: Context = { ...silentContext(engineOutputs, { quiet: 1 }), overrides: changes };
  const made = tableRows(context, entry.statement, entry.scope);
  return made.kind === "rows" ? { context, rows: made.scenarios } : null;
}

function workOut(
  { context, rows }: OpenTable,
  place: number,
  paths: readonly string[],
  numbers: Float64Array,
): boolean {
  const { outputs } = context;
  const row = rows.at(place);
  const answered = outputs.check(context, row, null) === null;
  if (answered) for (const [at, path] of paths.entries()) numbers[at] = numberOf(context, row, path);
  outputs.release(row);
  return answered;
}

/** NaN where there is none: the first thread says why. */
function numberOf(context: Context, scenario: ScenarioValue, path: string): number {
  const known = scenario.ahead?.number(path);
  if (known !== undefined) return known ?? Number.NaN;
  const value = context.outputs.read(context, { kind: "result", path, scenario, record: null }, NOWHERE);
  if (value.kind === "quantity") return value.value;
  return value.kind === "boolean" ? Number(value.value) : Number.NaN;
}

const NOWHERE = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
