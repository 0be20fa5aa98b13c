import type { Table } from "../../report/document/document.ts";
import { PANEL_ROW } from "../panelRow.ts";

/** Row of a table on a page, with the rows below it that only belong to it: remarks, and explanations that a reader opened. */
export interface PageRow {
  readonly row: HTMLTableRowElement;
  readonly remarks: readonly HTMLTableRowElement[];
}

/** Rows of a table on a page by what they are. */
export interface PageRows {
  readonly rows: readonly PageRow[];
  /** Rows that stay at the end: the count of rows that are not drawn, and a total. */
  readonly last: readonly HTMLTableRowElement[];
}

/** Reads the rows of a table that `toHtml` has made. */
export function rowsOf(table: HTMLTableElement): PageRows {
  const all = [...(table.tBodies[0]?.rows ?? [])];
  const rows: { row: HTMLTableRowElement; remarks: HTMLTableRowElement[] }[] = [];
  const last: HTMLTableRowElement[] = [];
  for (const row of all) {
    const text = textOf(row.cells[0]);
    if (isPanel(row)) {
      // A total's explanation stays at the end, with the total.
      if (last.length > 0) last.push(row);
      else rows.at(-1)?.remarks.push(row);
    } else if (row.cells.length === 1 && text.startsWith("↳")) rows.at(-1)?.remarks.push(row);
    else if ((row.cells.length === 1 && text.startsWith("…")) || isTotal(row, all)) last.push(row);
    else rows.push({ row, remarks: [] });
  }
  return { rows, last };
}

const isPanel = (row: HTMLTableRowElement): boolean => row.classList.contains(PANEL_ROW);

/** A total is the last row, with a rule above it. */
const isTotal = (row: HTMLTableRowElement, all: readonly HTMLTableRowElement[]): boolean =>
  row === all.findLast((one) => !isPanel(one)) &&
  all.length > 1 &&
  /border-top:\s*1px/.test(row.cells[0]?.getAttribute("style") ?? "");

/** Text of a cell. */
export const textOf = (cell: HTMLTableCellElement | undefined): string => cell?.textContent?.trim() ?? "";

/** Table of a page as a block, with the rows that are shown in their order. Its rendering is the renderers' of reports. */
export function readTable(table: HTMLTableElement): Table {
  const head = [...(table.tHead?.rows[0]?.cells ?? [])];
  const shown = [...(table.tBodies[0]?.rows ?? [])].filter(
    (row) =>
      !row.hidden && !isPanel(row) && !(row.cells.length === 1 && textOf(row.cells[0]).startsWith("↳")),
  );
  const width = Math.max(head.length, ...shown.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => {
    const unit = head[at]?.querySelector("span")?.textContent ?? "";
    const title = textOf(head[at]);
    const align = shown.some((row) => row.cells[at]?.getAttribute("align") === "right") ? "right" : "left";
    return {
      ...{
        align: align as "left" | "right",
        title: unit === "" ? title : title.slice(0, -unit.length).trim(),
      },
      ...(unit === "" ? {} : { unit }),
    };
  });
  const rows = shown.map((row) => [...row.cells].map((cell) => ({ text: textOf(cell) })));
  return { kind: "table", columns, rows, total: rowsOf(table).last.some((row) => row.cells.length > 1) };
}
