import { piecesOf, textWidth, wrap } from "../lettering/textWidth.ts";

/** Columns that a cell's bar takes. */
export const BAR = 10;
/** Columns between two columns of the table. */
export const GAP = 2;
/** Smallest width that a text column is wrapped to, in terminal columns. */
const NARROW = 14;
/** Smallest width of a text column where this keeps the table in one piece, in terminal columns. */
const NARROWEST = 8;

/** Column of a table in the form that is drawn in a terminal. */
export interface Column {
  /** Texts of the header and of each row, before wrapping. */
  readonly texts: readonly string[];
  /** Lines of the header and of each row, after wrapping. */
  readonly cells: readonly (readonly string[])[];
  /** Width of the column's longest line, in terminal columns. */
  readonly textColumns: number;
  readonly right: boolean;
  readonly barred: boolean;
  readonly index: number;
}

/** Parts of a table in which paths may break over lines: header, cells. */
interface Broken {
  readonly heads: boolean;
  readonly cells: boolean;
}
const WHOLE: Broken = { heads: false, cells: false };

/**
 * Columns of a table, narrowed until they fit a width. Steps are tried one after the other; if none suffices,
 * cells are left unbroken.
 */
export function fitted(columns: readonly Column[], width: number): readonly Column[] {
  if (totalWidth(columns) <= width) return columns;
  const atSpaces = columns.map((column) => headWrapped(column, false));
  const inHeads = columns.map((column) => headWrapped(column, true));
  const heads = { heads: true, cells: false };
  const kept = wrapped(inHeads, width, NARROW, heads);
  return (
    [
      wrapped(atSpaces, width, NARROW, WHOLE),
      wrapped(atSpaces, width, NARROWEST, WHOLE),
      kept,
      wrapped(inHeads, width, NARROWEST, heads),
      wrapped(inHeads, width, NARROW, { heads: true, cells: true }),
    ].find((one) => totalWidth(one) <= width) ?? kept
  );
}

export function withCells(
  column: Omit<Column, "cells" | "textColumns">,
  cells: readonly (readonly string[])[],
): Column {
  return { ...column, cells, textColumns: Math.max(1, ...cells.flat().map(textWidth)) };
}

function columnWidth(column: Column): number {
  return column.textColumns + (column.barred ? 1 + BAR : 0);
}

export function totalWidth(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), GAP * (columns.length - 1));
}

/**
 * Column with its header wrapped as narrow as its cells and its longest word allow. With `paths`, words may
 * break at dots and underscores.
 */
function headWrapped(column: Column, paths: boolean): Column {
  const [, ...cells] = column.cells;
  const text = column.texts[0] ?? "";
  const allowed = Math.max(...cells.flat().map(textWidth), longestWord(text, paths));
  return withCells(column, [wrap(text, allowed, paths), ...cells]);
}

/**
 * Columns after wrapping the widest text column again and again, until the table fits or no column can be
 * narrowed.
 */
function wrapped(
  columns: readonly Column[],
  width: number,
  narrowest: number,
  broken: Broken,
): readonly Column[] {
  let current = [...columns];
  const isBroken = (at: number): boolean => (at === 0 ? broken.heads : broken.cells);
  const leastOf = ({ texts }: Column): number =>
    Math.max(narrowest, ...texts.map((text, at) => longestWord(text, isBroken(at))));
  const least = new Map(columns.map((column) => [column.index, leastOf(column)]));
  for (let round = 0; round < 2 * columns.length && totalWidth(current) > width; round += 1) {
    const widest = current
      .filter((column) => !column.right && column.textColumns > (least.get(column.index) ?? 0))
      .sort((one, other) => other.textColumns - one.textColumns)[0];
    if (widest === undefined) break;
    const allowed = Math.max(
      least.get(widest.index) ?? narrowest,
      Math.min(widest.textColumns - 1, widest.textColumns - (totalWidth(current) - width)),
    );
    const narrower = withCells(
      widest,
      widest.texts.map((text, at) => wrap(text, allowed, isBroken(at))),
    );
    current = current.map((column) => (column === widest ? narrower : column));
  }
  return current;
}

function longestWord(text: string, paths: boolean): number {
  const words = text.split(/[ \n]/);
  return Math.max(0, ...(paths ? words.flatMap(piecesOf) : words).map(textWidth));
}
