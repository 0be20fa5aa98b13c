import { type Quantity, quantileOf, type Value } from "../../dsl/evaluate/index.ts";
import type { ShownColumn } from "./shownColumn.ts";

/**
 * A column with uncertain numbers as three: their medians, and both ends of the middle 80% of their draws. Any other column
 * alone.
 */
export function withQuantiles(column: ShownColumn): readonly ShownColumn[] {
  const values = [...column.values];
  if (!values.some(isUncertain)) return [column];
  const at = (share: number) => values.map((value) => quantileIn(value, share));
  return [
    { ...column, values: at(0.5) },
    { ...column, title: `${column.title}.p10`, values: at(0.1) },
    { ...column, title: `${column.title}.p90`, values: at(0.9) },
  ];
}

const isUncertain = (value: Value | null): boolean => value?.kind === "quantity" && value.draws !== undefined;

function quantileIn(value: Value | null, share: number): Value | null {
  if (value?.kind !== "quantity" || !value.draws) return value;
  const { kind, dimension, unit, draws } = value;
  const number: Quantity = { kind, dimension, value: quantileOf(draws, share) };
  return unit === undefined ? number : { ...number, unit };
}
