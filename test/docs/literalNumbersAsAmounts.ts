import { readNumber } from "../../src/dsl/syntax/index.ts";
import { parseUnit, scaleFactor } from "../../src/units/index.ts";

/** An amount in base units: a share and a factor are bare numbers. */
export interface Amount {
  readonly value: number;
  readonly dimension: string;
  /** The number without its scale and unit: 8.4 of `8.4 years`. */
  readonly written: number;
}

/** The dimension of a number in a text whose unit stands elsewhere: "20 years on A100s, 8.4 on H100s". */
export const UNSAID = "unsaid";

/** An amount as one without its unit would be compared with it. */
export const asWritten = <A extends Amount>(amount: A): A => ({
  ...amount,
  dimension: UNSAID,
  value: amount.written,
});

/** A number as the language writes it. */
interface Literal {
  readonly value: number;
  readonly scale?: string;
  readonly unit?: string;
}

/** A text such as `135.6 GiB` by the language's own numbers; null for what is none of its quantities. */
export function amountOf(text: string, scale?: string): Amount | null {
  const read = readNumber(text, 0);
  if (!read || read.problem || read.unit === undefined || read.end !== text.length) return null;
  return quantity(read, scale);
}

/** A literal in base units; null where its unit is none. */
export function quantity(read: Literal, scale?: string): Amount | null {
  const by = (read.scale ? scaleFactor(read.scale) : 1) ?? 1;
  const more = (scale ? scaleFactor(scale) : 1) ?? 1;
  const unit = read.unit === undefined ? undefined : parseUnit(read.unit);
  if (unit === null) return null;
  return {
    value: read.value * by * more * (unit?.factor ?? 1),
    dimension: unit?.dimension.key ?? "1",
    written: read.value,
  };
}

/** A literal as it is written, and without its last `per`: `$2.50/GPU-hour` is $2.50 in a text that says for what. */
export function readings(read: Literal): readonly Amount[] {
  const shorter = read.unit?.replace(/\/[^/]*$/, "");
  const all = shorter === undefined || shorter === read.unit ? [read] : [read, { ...read, unit: shorter }];
  return all.map((one) => quantity(one)).filter((one) => one !== null);
}
