import { piecesOf, textWidth, wrap } from "../lettering/textWidth.ts";

/** Columns of a bar next to its cell, and gap between two columns. */
export const BAR = 10;
export const GAP = 2;
/** Smallest width that a text column is wrapped to. The second is used if it keeps the table in one piece. */
const NARROW = 14;
const NARROWEST = 8;

/** A column of a table as it is drawn. */
export interface Column {
  /** Unwrapped texts of header and rows. */
  readonly texts: readonly string[];
  /** Wrapped lines of the header, then of each row. */
  readonly cells: readonly (readonly string[])[];
  /** Width of the widest line of all cells. */
  readonly textColumns: number;
  readonly right: boolean;
  readonly barred: boolean;
  readonly index: number;
}

/** Places where paths may be broken. */
interface Broken {
  readonly heads: boolean;
  readonly cells: boolean;
}
const WHOLE: Broken = { heads: false, cells: false };

/** Columns narrowed to fit a width. Each measure is tried in turn; if none suffices, cells are left whole. */
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
 * Column with its header wrapped, as narrow as its cells and its longest word allow. With `paths`, words
 * break at dots and underscores.
 */
function headWrapped(column: Column, paths: boolean): Column {
  const [, ...cells] = column.cells;
  const text = column.texts[0] ?? "";
  const allowed = Math.max(...cells.flat().map(textWidth), longestWord(text, paths));
  return withCells(column, [wrap(text, allowed, paths), ...cells]);
}

/** Columns after wrapping the widest text column repeatedly, until the table fits or none can be narrowed. */
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
