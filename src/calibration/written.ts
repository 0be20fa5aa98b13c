import type { FieldRow } from "../dsl/schema/index.ts";
import { parseUnit, withUnit } from "../units/index.ts";

/** Value as the language writes it, in the field's unit: `71.3%`, `14.2 us`. */
export function written(value: number, field: FieldRow): string {
  const { unit } = field;
  const number = String(Number((value / factorOf(field)).toPrecision(6)));
  return withUnit(number, unit ?? "");
}

/** Value rounded to three significant digits in the field's unit. More are not known, and users copy them. */
export function rounded(value: number, field: FieldRow): number {
  if (field.accepts.integer) return Math.round(value);
  const factor = factorOf(field);
  return Number((value / factor).toPrecision(3)) * factor;
}

/** Base units per unit of the field. */
function factorOf({ unit }: FieldRow): number {
  if (unit === undefined) return 1;
  return unit === "%" ? 0.01 : (parseUnit(unit)?.factor ?? 1);
}
