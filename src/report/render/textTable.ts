import type { Cell, Table } from "../document/document.ts";
import { textWidth, wrap } from "../lettering/textWidth.ts";
import { eighthBar } from "./blocks.ts";
import { type DrawnTable, shortened } from "./shortened.ts";
import type { Style } from "./style.ts";
import { BAR, type Column, fitted, GAP, totalWidth, withCells } from "./textColumns.ts";

/**
 * Lines of a table in characters: aligned columns, a rule under the header and above a total, bars next to
 * their cells. A table wider than `width` is narrowed in steps. Remarks go below their rows, then bars are
 * dropped, then headers and text columns are wrapped. Then paths break at dots and underscores, in headers,
 * and in cells if that keeps the table in one piece. Finally columns continue below.
 */
export function textTable(full: Table, width: number, style: Style): readonly string[] {
  const table = shortened(full);
  const lines = table.caption === undefined ? [] : wrap(table.caption, width).map(style.bold);
  if (table.rows.length === 0) return table.caption === undefined ? ["(no rows)"] : lines;
  let columns = table.columns.map((_, index) => columnOf(table, index, true));
  const below = totalWidth(columns) > width ? table.columns.findIndex(({ remark }) => remark) : -1;
  columns = columns.filter(({ index }) => index !== below);
  if (totalWidth(columns) > width) columns = columns.map(({ index }) => columnOf(table, index, false));
  const drawnParts = parts(fitted(columns, width), width).map((part, at) =>
    drawn(table, part, style, at === 0 ? remarks(table, below, width) : []),
  );
  drawnParts.forEach((part, at) => {
    if (at > 0) lines.push("");
    lines.push(...part);
  });
  return lines;
}

function columnOf(table: DrawnTable, index: number, bars: boolean): Column {
  const spec = table.columns[index];
  const texts = [
    headText(spec?.title ?? "", spec?.unit),
    ...table.rows.map((row, at) => (at === table.gap?.at ? "" : cellText(row[index]))),
  ];
  return withCells(
    {
      texts,
      right: spec?.align === "right",
      barred: bars && table.rows.some((row) => row[index]?.bar !== undefined),
      index,
    },
    texts.map((text) => [text]),
  );
}

function headText(title: string, unit: string | undefined): string {
  return unit === undefined ? title : title === "" ? unit : `${title} (${unit})`;
}

function cellText(cell: Cell | undefined): string {
  return cell === undefined ? "" : `${"  ".repeat(cell.indent ?? 0)}${cell.text}`;
}

/**
 * Groups of columns that each fit the width, for a table drawn in several pieces. Every group repeats the
 * first columns, which identify the row.
 */
function parts(columns: readonly Column[], width: number): readonly (readonly Column[])[] {
  const names = columns.slice(0, naming(columns, width));
  const groups: Column[][] = [[...names]];
  for (const column of columns.slice(names.length)) {
    const last = groups.at(-1) ?? [];
    if (last.length > names.length && totalWidth([...last, column]) > width) groups.push([...names, column]);
    else last.push(column);
  }
  return groups;
}

/**
 * Number of first columns that are needed to identify every row. 1 where no such columns fit half the width.
 */
function naming(columns: readonly Column[], width: number): number {
  for (let count = 1; count <= columns.length; count += 1) {
    const names = columns.slice(0, count);
    if (totalWidth(names) > width / 2) break;
    const rows = (names[0]?.texts ?? []).map((_, at) => names.map(({ texts }) => texts[at]).join("\n"));
    if (new Set(rows).size === rows.length) return count;
  }
  return Math.min(1, columns.length);
}

/** Lines with the remarks below a row. Empty for a row without one. */
function remarks(table: DrawnTable, index: number, width: number): readonly (readonly string[])[] {
  return table.rows.map((row) => {
    const cell = row[index];
    if (cell?.value === undefined) return [];
    return wrap(cell.text, width - textWidth(BELOW)).map(
      (line, at) => `${at === 0 ? BELOW : " ".repeat(textWidth(BELOW))}${line}`,
    );
  });
}
const BELOW = "      ↳ ";

function drawn(
  table: DrawnTable,
  columns: readonly Column[],
  style: Style,
  below: readonly (readonly string[])[],
): readonly string[] {
  const headed = columns.some((column) => column.cells[0]?.[0] !== "");
  const rowLines = (at: number, decorate: (text: string) => string): readonly string[] => {
    const height = Math.max(...columns.map((column) => column.cells[at]?.length ?? 1));
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column) => {
          // A header with fewer lines than the highest stands at the bottom, on the rule.
          const lead = at === 0 ? height - (column.cells[0]?.length ?? 1) : 0;
          return cellLine(table, column, at, line - lead, style, decorate);
        })
        .join(" ".repeat(GAP))
        .trimEnd(),
    );
  };
  const rule = style.dim("─".repeat(totalWidth(columns)));
  const lines = headed ? [...rowLines(0, style.bold), rule] : [];
  for (let row = 1; row <= table.rows.length; row += 1) {
    if (table.total === true && row === table.rows.length && row > 1) lines.push(rule);
    if (table.gap?.at === row - 1) lines.push(style.dim(table.gap.text));
    else lines.push(...rowLines(row, (text) => text), ...(below[row - 1] ?? []));
  }
  return lines;
}

/** Style of a change's text by its trend. */
const TREND_STYLES = { better: "good", worse: "bad" } as const;

function cellLine(
  table: DrawnTable,
  column: Column,
  at: number,
  line: number,
  style: Style,
  decorate: (text: string) => string,
): string {
  const text = column.cells[at]?.[line] ?? "";
  const space = " ".repeat(column.textColumns - textWidth(text));
  // Blanks stay undecorated, so that a line's end can be trimmed.
  const tone = at === 0 ? undefined : table.rows[at - 1]?.[column.index]?.tone;
  const trend = at === 0 ? undefined : table.rows[at - 1]?.[column.index]?.trend;
  const colour = tone ?? (trend && TREND_STYLES[trend]);
  const shown = text === "" ? "" : colour ? style[colour](text) : decorate(text);
  const padded = column.right ? space + shown : shown + space;
  if (!column.barred) return padded;
  const bar = at === 0 || line > 0 ? undefined : table.rows[at - 1]?.[column.index]?.bar;
  const blocks = bar === undefined ? "" : eighthBar(bar, BAR);
  return `${padded} ${style.series(0, blocks)}${" ".repeat(BAR - textWidth(blocks))}`;
}
