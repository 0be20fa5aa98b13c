import { type Quantity, quantileOf, type Value } from "../../dsl/evaluate/index.ts";
import type { ShownColumn } from "./shownColumn.ts";

/**
 * Columns in which each column of uncertain numbers is three: their medians, and both ends of the middle 80% of their draws, as
 * far as these are no columns already.
 */
export function quantileColumns(columns: readonly ShownColumn[]): readonly ShownColumn[] {
  const titles = new Set(columns.map(({ title }) => title));
  return columns.flatMap((column): readonly ShownColumn[] => {
    const values = [...column.values];
    if (!values.some(isUncertain)) return [column];
    const at = (share: number) => values.map((value) => quantileIn(value, share));
    if (values.every((value) => !value || sizeOf(value, 0.1) === sizeOf(value, 0.9)))
      return [{ ...column, values: at(0.5) }];
    // An explanation is of the number, and not of an end of its draws.
    const { path: _, written: __, ...rest } = column;
    const ends = ([10, 90] as const).map((percent) => ({
      ...rest,
      title: `${column.title}.p${percent}`,
      values: at(percent / 100),
    }));
    return [{ ...column, values: at(0.5) }, ...ends.filter(({ title }) => !titles.has(title))];
  });
}

const isUncertain = (value: Value | null): boolean => value?.kind === "quantity" && value.draws !== undefined;

function sizeOf(value: Value, share: number): number {
  const at = quantileIn(value, share);
  return at?.kind === "quantity" ? at.value : 0;
}

function quantileIn(value: Value | null, share: number): Value | null {
  if (value?.kind !== "quantity" || !value.draws) return value;
  const { kind, dimension, unit, draws } = value;
  const number: Quantity = { kind, dimension, value: quantileOf(draws, share) };
  return unit === undefined ? number : { ...number, unit };
}
