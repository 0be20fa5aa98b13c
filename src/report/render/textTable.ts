import type { Cell, Table } from "../document.ts";
import { eighthBar } from "./blocks.ts";
import type { Style } from "./style.ts";
import { cut, padEnd, padStart, textWidth } from "./textWidth.ts";

const BAR = 10;
const GAP = 2;

interface Column {
  readonly lines: readonly string[];
  readonly right: boolean;
  readonly barred: boolean;
  readonly index: number;
}

/**
 * A table as lines: aligned columns, a rule under the head and above a total. Bars stand beside their cell. Where the
 * table is wider than `width`, bars go first, then the widest text columns are cut, then columns move below one another.
 */
export function textTable(table: Table, width: number, style: Style): readonly string[] {
  const lines: string[] = [];
  if (table.caption !== undefined) lines.push(style.bold(table.caption));
  if (table.rows.length === 0) return table.caption === undefined ? ["(no rows)"] : lines;
  let columns = table.columns.map((_, index) => columnOf(table, index, true));
  if (totalWidth(columns) > width) columns = table.columns.map((_, index) => columnOf(table, index, false));
  columns = shrink(columns, width);
  for (const part of parts(columns, width)) lines.push(...drawn(table, part, style));
  return lines;
}

function columnOf(table: Table, index: number, bars: boolean): Column {
  const spec = table.columns[index];
  const barred = bars && table.rows.some((row) => row[index]?.bar !== undefined);
  const cells = table.rows.map((row) => cellText(row[index]));
  return {
    lines: [headText(spec?.title ?? "", spec?.unit), ...cells],
    right: spec?.align === "right",
    barred,
    index,
  };
}

function headText(title: string, unit: string | undefined): string {
  return unit === undefined ? title : title === "" ? unit : `${title} (${unit})`;
}

function cellText(cell: Cell | undefined): string {
  return cell === undefined ? "" : `${"  ".repeat(cell.indent ?? 0)}${cell.text.replace(/\s*\n\s*/g, " ")}`;
}

function textColumns(column: Column): number {
  return Math.max(1, ...column.lines.map(textWidth));
}

function columnWidth(column: Column): number {
  return textColumns(column) + (column.barred ? 1 + BAR : 0);
}

function totalWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), GAP * (columns.length - 1));
}

/** Cuts the widest left-aligned column, down to 16 columns, until the table fits or nothing is left to cut. */
function shrink(columns: readonly Column[], width: number): Column[] {
  let current = [...columns];
  for (let round = 0; round < columns.length && totalWidth(current) > width; round += 1) {
    const widest = current
      .filter((column) => !column.right && textColumns(column) > 16)
      .sort((one, other) => textColumns(other) - textColumns(one))[0];
    if (widest === undefined) break;
    const allowed = Math.max(16, textColumns(widest) - (totalWidth(current) - width));
    current = current.map((column) =>
      column === widest ? { ...column, lines: column.lines.map((line) => cut(line, allowed)) } : column,
    );
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

function drawn(table: Table, columns: readonly Column[], style: Style): readonly string[] {
  const headed = columns.some((column) => column.lines[0] !== "");
  const line = (at: number, decorate: (text: string) => string): string =>
    columns
      .map((column) => {
        const text = column.lines[at] ?? "";
        const padded = (column.right ? padStart : padEnd)(text, textColumns(column));
        const bar = at === 0 ? undefined : table.rows[at - 1]?.[column.index]?.bar;
        const drawnBar = !column.barred
          ? ""
          : ` ${bar === undefined ? " ".repeat(BAR) : style.series(0, padEnd(eighthBar(bar, BAR), BAR))}`;
        return decorate(padded) + drawnBar;
      })
      .join(" ".repeat(GAP))
      .trimEnd();
  const rule = style.dim(columns.map((column) => "─".repeat(columnWidth(column))).join("─".repeat(GAP)));
  const lines = headed ? [line(0, style.bold), rule] : [];
  for (let row = 0; row < table.rows.length; row += 1) {
    if (table.total === true && row === table.rows.length - 1 && row > 0) lines.push(rule);
    lines.push(line(row + 1, (text) => text));
  }
  return lines;
}
