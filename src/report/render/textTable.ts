import type { Cell, Table } from "../document.ts";
import { eighthBar } from "./blocks.ts";
import { type DrawnTable, shortened } from "./shortened.ts";
import type { Style } from "./style.ts";
import { textWidth, wrap } from "./textWidth.ts";

const BAR = 10;
const GAP = 2;
/** A column of words is not made narrower than this. */
const NARROWEST = 14;

interface Column {
  /** The head, then one entry a row; each as its lines. */
  readonly cells: readonly (readonly string[])[];
  /** The widest line of all cells. */
  readonly textColumns: number;
  readonly right: boolean;
  readonly barred: boolean;
  readonly index: number;
}

/**
 * A table as lines: aligned columns, a rule under the head and above a total. Bars stand beside their cell. Where the
 * table is wider than `width`, bars go first, then heads and columns of words are wrapped, then columns continue below.
 */
export function textTable(whole: Table, width: number, style: Style): readonly string[] {
  const table = shortened(whole);
  const lines = table.caption === undefined ? [] : wrap(table.caption, width).map(style.bold);
  if (table.rows.length === 0) return table.caption === undefined ? ["(no rows)"] : lines;
  let columns = table.columns.map((_, index) => columnOf(table, index, true));
  if (totalWidth(columns) > width) columns = table.columns.map((_, index) => columnOf(table, index, false));
  if (totalWidth(columns) > width) columns = columns.map(headWrapped);
  const drawnParts = parts(wrapped(columns, width), width).map((part) => drawn(table, part, style));
  drawnParts.forEach((part, at) => {
    if (at > 0) lines.push("");
    lines.push(...part);
  });
  return lines;
}

function columnOf(table: DrawnTable, index: number, bars: boolean): Column {
  const spec = table.columns[index];
  return withCells(
    {
      right: spec?.align === "right",
      barred: bars && table.rows.some((row) => row[index]?.bar !== undefined),
      index,
    },
    [[headText(spec?.title ?? "", spec?.unit)], ...table.rows.map((row) => [cellText(row[index])])],
  );
}

function headText(title: string, unit: string | undefined): string {
  return unit === undefined ? title : title === "" ? unit : `${title} (${unit})`;
}

function cellText(cell: Cell | undefined): string {
  return cell === undefined ? "" : `${"  ".repeat(cell.indent ?? 0)}${cell.text}`;
}

function withCells(
  column: Omit<Column, "cells" | "textColumns">,
  cells: readonly (readonly string[])[],
): Column {
  return { ...column, cells, textColumns: Math.max(1, ...cells.flat().map(textWidth)) };
}

function columnWidth(column: Column): number {
  return column.textColumns + (column.barred ? 1 + BAR : 0);
}

function totalWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), GAP * (columns.length - 1));
}

/** The head over several lines, as narrow as the cells below and its own words allow. */
function headWrapped(column: Column): Column {
  const [head = [], ...cells] = column.cells;
  const text = head.join(" ");
  const allowed = Math.max(...cells.flat().map(textWidth), ...text.split(" ").map(textWidth));
  return withCells(column, [wrap(text, allowed), ...cells]);
}

/** Wraps the widest column of words again and again until the table fits or none is wide enough to give way. */
function wrapped(columns: readonly Column[], width: number): readonly Column[] {
  let current = [...columns];
  for (let round = 0; round < 2 * columns.length && totalWidth(current) > width; round += 1) {
    const widest = current
      .filter((column) => !column.right && column.textColumns > NARROWEST)
      .sort((one, other) => other.textColumns - one.textColumns)[0];
    if (widest === undefined) break;
    const allowed = Math.max(
      NARROWEST,
      Math.min(widest.textColumns - 1, widest.textColumns - (totalWidth(current) - width)),
    );
    const narrower = withCells(
      widest,
      widest.cells.map((lines) => wrap(lines.join(" "), allowed)),
    );
    if (narrower.textColumns >= widest.textColumns) break;
    current = current.map((column) => (column === widest ? narrower : column));
  }
  return current;
}

/** Groups of columns that fit the width; every group repeats the first column, which names the row. */
function parts(columns: readonly Column[], width: number): readonly (readonly Column[])[] {
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  const groups: Column[][] = [[first]];
  for (const column of rest) {
    const last = groups.at(-1) ?? [];
    if (last.length > 1 && totalWidth([...last, column]) > width) groups.push([first, column]);
    else last.push(column);
  }
  return groups;
}

function drawn(table: DrawnTable, columns: readonly Column[], style: Style): readonly string[] {
  const headed = columns.some((column) => column.cells[0]?.[0] !== "");
  const rowLines = (at: number, decorate: (text: string) => string): readonly string[] => {
    const height = Math.max(...columns.map((column) => column.cells[at]?.length ?? 1));
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column) => {
          // heads of fewer lines stand on the rule
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
    lines.push(...rowLines(row, (text) => text));
  }
  return lines;
}

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
  // blanks stay undecorated, so that a line's end can be trimmed
  const shown = text === "" ? "" : decorate(text);
  const padded = column.right ? space + shown : shown + space;
  if (!column.barred) return padded;
  const bar = at === 0 || line > 0 ? undefined : table.rows[at - 1]?.[column.index]?.bar;
  const blocks = bar === undefined ? "" : eighthBar(bar, BAR);
  return `${padded} ${style.series(0, blocks)}${" ".repeat(BAR - textWidth(blocks))}`;
}
