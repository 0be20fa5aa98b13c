import type { Block, Table, Why } from "../document/document.ts";
import { printed } from "../numbers/number.ts";
import { factsTable } from "./factsTable.ts";

export interface NamedValue {
  readonly label: string;
  /** Value to print. A number is in base units. */
  readonly value: number | string | boolean | null;
  /** Dimension key of a number; `1` by default. */
  readonly base?: string;
  readonly unit?: string;
  /** Explanation of the value, where there is one. */
  readonly why?: Why;
}

/** Paragraph with one named value: `base.step_time = 12.94 s`. */
export function valueLine(
  label: string,
  value: NamedValue["value"],
  base = "1",
  unit?: string,
  why?: Why,
): Block {
  const before = `${label} = `;
  return {
    kind: "paragraph",
    text: before + valueText({ label, value, base, ...(unit ? { unit } : {}) }),
    ...(why === undefined ? {} : { value: { from: before.length, why } }),
  };
}

/** Table of named values, one per row. */
export function valueTable(values: readonly NamedValue[]): Table {
  return factsTable(
    values.map((one) => [
      one.label,
      {
        text: valueText(one),
        ...(one.value === null ? {} : { value: one.value }),
        ...(one.why === undefined ? {} : { why: one.why }),
      },
    ]),
  );
}

function valueText(one: NamedValue): string {
  if (one.value === null) return "none";
  if (typeof one.value !== "number") return String(one.value);
  return printed(one.value, one.base ?? "1", one.unit);
}
