import { piecesOf, textWidth, wrap } from "../lettering/textWidth.ts";

/** Columns of a bar beside its cell, and between two columns. */
export const BAR = 10;
export const GAP = 2;
/** A column of words is not made narrower than this; than the second, if that keeps a table in one piece. */
const NARROW = 14;
const NARROWEST = 8;

/** A column of a table as it is drawn. */
export interface Column {
  /** What the head and the rows say, unbroken. */
  readonly texts: readonly string[];
  /** The head, then one entry a row; each as its lines. */
  readonly cells: readonly (readonly string[])[];
  /** The widest line of all cells. */
  readonly textColumns: number;
  readonly right: boolean;
  readonly barred: boolean;
  readonly index: number;
}

/** Where paths are broken. */
interface Broken {
  readonly heads: boolean;
  readonly cells: boolean;
}
const WHOLE: Broken = { heads: false, cells: false };

/** The first of what can be done about a table's width that does; else what leaves its cells whole. */
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

/** The head over several lines, as narrow as the cells below and its own words, or the pieces of its paths, allow. */
function headWrapped(column: Column, paths: boolean): Column {
  const [, ...cells] = column.cells;
  const text = column.texts[0] ?? "";
  const allowed = Math.max(...cells.flat().map(textWidth), longestWord(text, paths));
  return withCells(column, [wrap(text, allowed, paths), ...cells]);
}

/** Wraps the widest column of words again and again until the table fits or none is wide enough to give way. */
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
