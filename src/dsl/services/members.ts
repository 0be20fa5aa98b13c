import { PARTS, type Part } from "../evaluate/values/value.ts";
import { type FieldRow, fieldRow, givenField, kindRow, type RecordRow } from "../schema/index.ts";
import type { Cursor } from "./cursor/cursor.ts";
import { rowsUnder } from "./cursor/fieldBefore.ts";
import { SCENARIO } from "./cursor/pathBefore.ts";
import type { Known, KnownName } from "./text/known.ts";

const isPart = (name: string): name is Part => PARTS.some((part) => part === name);

/** Names that can follow a name and a dot: fields of records (`rows`), parts of a scenario, results, and columns. */
export interface Members {
  readonly rows: readonly RecordRow[];
  readonly parts: boolean;
  /** Beginning of the result paths that can follow (`memory.`), or "" for all; null where no result can follow. */
  readonly outputs: string | null;
  /** Results that can follow because a definition has them without a scenario (`llama.params`). */
  readonly own: Known["outputs"];
  readonly columns: NonNullable<KnownName["columns"]>;
  /** True for the name of a number, which may be uncertain. */
  readonly number?: true;
}

const nothing: Members = { rows: [], parts: false, outputs: null, own: [], columns: [] };

function ofName(name: string, cursor: Cursor, names: ReadonlyMap<string, KnownName>, known: Known): Members {
  const given = cursor.at === "field" && cursor.inside.kind === "changes" ? givenField(name) : null;
  if (given) return { ...nothing, rows: rowsUnder(given) };
  if (name === SCENARIO) return { ...nothing, parts: true, outputs: "" };
  const own = cursor.around.map((row) => fieldRow(row, name)).find((field) => field !== null);
  if (own) return { ...nothing, rows: rowsUnder(own) };
  if (isPart(name)) return { ...nothing, rows: [kindRow(name)] };
  const kind = names.get(name)?.kind;
  switch (kind) {
    case "scenario":
      return { ...nothing, parts: true, outputs: "" };
    case "model":
      return { ...nothing, rows: [kindRow("model")], own: ofModels(known) };
    case "queue":
    case "run":
      return { ...nothing, rows: [kindRow(kind)], own: known.groupOutputs[kind] };
    case "device":
    case "cluster":
    case "plan":
      return { ...nothing, rows: [kindRow(kind)] };
    case "table":
      return { ...nothing, columns: names.get(name)?.columns ?? [] };
    case "value":
      return { ...nothing, number: true };
    default:
      return known.outputs.some((output) => output.path.startsWith(`${name}.`))
        ? { ...nothing, outputs: `${name}.` }
        : nothing;
  }
}

const ofModels = ({ outputs, modelOutputs }: Known): Known["outputs"] =>
  outputs.filter(({ path }) => modelOutputs.includes(path));

/** Results whose paths begin with a name (`memory.peak` for `memory`), with the rest of the path (`peak`). */
const below = (outputs: Known["outputs"], name: string): Known["outputs"] =>
  outputs
    .filter(({ path }) => path.startsWith(`${name}.`))
    .map((one) => ({ ...one, path: one.path.slice(name.length + 1) }));

/** Names that can follow a dotted path and a dot; none for an unknown path. */
export function membersOf(
  path: readonly string[],
  cursor: Cursor,
  names: ReadonlyMap<string, KnownName>,
  known: Known,
): Members {
  const [first, ...rest] = path;
  if (first === undefined) return nothing;
  let members = ofName(first, cursor, names, known);
  for (const name of rest) {
    if (members.parts && isPart(name)) members = { ...nothing, rows: [kindRow(name)] };
    else {
      const field = fieldIn(members.rows, name);
      const outputs = members.outputs === null ? null : `${members.outputs}${name}.`;
      members = { ...nothing, rows: field ? rowsUnder(field) : [], outputs, own: below(members.own, name) };
    }
  }
  return members;
}

export function fieldIn(rows: readonly RecordRow[], name: string): FieldRow | null {
  return rows.map((row) => fieldRow(row, name)).find((field) => field !== null) ?? null;
}
