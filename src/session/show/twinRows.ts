import {
  aimsOf,
  keepOf,
  type Listing,
  pathText,
  picked,
  type Row,
  searchesAllPlans,
  type TableValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { ShownColumn } from "./shownColumn.ts";

/**
 * Merges neighbouring rows of a search that tie: their plans differ only in settings that cost nothing. The first row
 * stands for all of them, since the plan space lists simpler choices first. A last column names the tied settings.
 * Rows tie where all columns except varied plan fields, rank and peak memory are equal to the last bit. A row without
 * results never ties.
 */
export function withoutTwins(
  table: TableValue,
  columns: readonly ShownColumn[],
  rows: Listing<Row>,
): { readonly columns: readonly ShownColumn[]; readonly rows: Listing<Row> } {
  if (!searchesAllPlans(table.statement) || aimsOf(table.statement).length > 1) return { columns, rows };
  const kept: number[] = [];
  const also: (Value | null)[] = [];
  const count = columns[0]?.values.length ?? 0;
  const per = new Set((keepOf(table.statement)?.per ?? []).map(pathText));
  const ofPlan = (title: string): boolean =>
    table.varied.includes(title) && title.startsWith("plan.") && !per.has(title);
  const compared = columns.filter(({ title }) => !ofPlan(title) && !LEFT_OUT.has(title));
  const answered = Array.from(rows, ({ problem }) => problem === null);
  for (let at = 0; at < count; ) {
    let end = at + 1;
    const twin = (): boolean => compared.every(({ values }) => same(values.at(at), values.at(end)));
    while (end < count && answered[at] && answered[end] && twin()) end++;
    kept.push(at);
    also.push(end - at === 1 ? null : { kind: "text", value: tiedSettings(table, columns, at, end) });
    at = end;
  }
  if (kept.length === count) return { columns, rows };
  const left = columns.map((column) => ({
    ...column,
    values: column.title === "rank" ? ranksOf(column.values, kept, count) : picked(column.values, kept),
  }));
  return {
    columns: [...left, { title: "ties", values: also, unit: undefined }],
    rows: picked(rows, kept),
  };
}

/** Rank of each merged row, or the range of ranks that it stands for: `3-5`. */
function ranksOf(ranks: ShownColumn["values"], kept: readonly number[], count: number): (Value | null)[] {
  return kept.map((at, i) => {
    const last = (kept[i + 1] ?? count) - 1;
    const [first, end] = [ranks.at(at) ?? null, ranks.at(last)];
    if (last === at || !first || !end) return first;
    return { kind: "text", value: `${textOfValue(first)}-${textOfValue(end)}` };
  });
}

/** Columns that are ignored when rows of a search are tested for a tie. */
const LEFT_OUT: ReadonlySet<string> = new Set(["rank", "memory.peak"]);

function same(a: Value | null | undefined, b: Value | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  return a.kind === "quantity" && b.kind === "quantity"
    ? a.value === b.value
    : textOfValue(a) === textOfValue(b);
}

/**
 * Text of the settings in which tied plans differ: those of the first tied plan, and the number of further plans:
 * `offload = activations; 2 more`.
 */
function tiedSettings(table: TableValue, columns: readonly ShownColumn[], at: number, end: number): string {
  const varied = columns.filter(({ title }) => table.varied.includes(title));
  const text = (values: ShownColumn["values"], row: number) => {
    const value = values.at(row);
    return value ? textOfValue(value) : "";
  };
  const changes = varied
    .filter(({ values }) => text(values, at) !== text(values, at + 1))
    .map(({ title, values }) => `${title.replace(/^plan\./, "")} = ${text(values, at + 1)}`)
    .join(", ");
  const more = end - at - 2;
  return more === 0 ? changes : `${changes}; ${more} more`;
}
