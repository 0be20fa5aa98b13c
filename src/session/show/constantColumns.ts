import { type Listing, type Row, searchesAllPlans, type TableValue } from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { ShownColumn } from "./shownColumn.ts";

/**
 * Removes the plan settings that all rows share from the columns of a search over all plans. `constant` lists them for
 * the caption.
 */
export function withoutConstants(
  table: TableValue,
  { columns, rows }: { readonly columns: readonly ShownColumn[]; readonly rows: Listing<Row> },
): { readonly columns: readonly ShownColumn[]; readonly constant: string } {
  const all = Array.from(rows, ({ problem }) => problem);
  if (!searchesAllPlans(table.statement) || all.length < 2 || all.some((problem) => problem !== null))
    return { columns, constant: "" };
  const shared = new Map<ShownColumn, string>();
  for (const column of columns) {
    if (!column.title.startsWith("plan.") || !table.varied.includes(column.title)) continue;
    const texts = new Set([...column.values].map((value) => (value ? textOfValue(value) : "")));
    const [text] = texts;
    if (texts.size === 1 && text) shared.set(column, `${column.title.replace(/^plan\./, "")} = ${text}`);
  }
  if (shared.size === 0) return { columns, constant: "" };
  return {
    columns: columns.filter((column) => !shared.has(column)),
    constant: `; all with ${[...shared.values()].join(", ")}`,
  };
}
