import { withUnit } from "../../units/index.ts";

export const percent = (ratio: number) => withUnit((100 * ratio).toFixed(1), "%");

export const signedPercent = (ratio: number) => `${ratio >= 0 ? "+" : ""}${percent(ratio)}`;

/** Number with four digits. Empty for null. */
export const number = (value: number | null): string =>
  value === null ? "" : String(Number(value.toPrecision(4)));
