import { convert, inBase, print, printNumber, printScaled, withUnit } from "../../units/index.ts";

/**
 * Value in base units as readable text. The unit is chosen by size unless `as` names one. `base` is a
 * dimension key (`B`, `s`, `FLOP/s`, `GPU*s`, `1`); `as` may be `%` for a bare ratio.
 */
export function printed(value: number, base: string, as?: string): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  if (as === "%") return percent(value);
  return print(inBase(value, base), as);
}

/** Ratio as text in percent: `51.4%`, `0.03%`, `120%`. */
export function percent(ratio: number): string {
  if (!Number.isFinite(ratio)) return "–";
  const value = ratio * 100;
  const size = Math.abs(value);
  if (size === 0) return "0%";
  if (size < 0.01) return value > 0 ? "<0.01%" : ">-0.01%";
  const text = value.toFixed(size >= 100 ? 0 : size >= 1 ? 1 : 2);
  return withUnit(text.replace(/\.0$/, ""), "%");
}

/** Share of a whole in percent, always with one decimal, so that a column lines up: `24.0%`. */
export function share(ratio: number): string {
  if (!Number.isFinite(ratio)) return "–";
  const value = ratio * 100;
  if (value > 0 && value < 0.05) return "<0.1%";
  return withUnit(value.toFixed(1), "%");
}

/** Bare number as text with thousands separators, and four significant digits where it is not whole. */
export function plain(value: number): string {
  return Number.isFinite(value) ? printNumber(value) : printed(value, "1");
}

/** Text of a count with its noun in singular or plural: `1 node`, `8 nodes`. */
export const counted = (count: number, what: string): string =>
  `${plain(count)} ${what}${count === 1 ? "" : "s"}`;

/** Rate of a NIC or of a line between sites as text, in bits as vendors state it: `400 Gb/s`. */
export function bitsRate(bytesPerSecond: number): string {
  return printed(bytesPerSecond, "B/s", bytesPerSecond * 8 >= 1e12 ? "Tb/s" : "Gb/s");
}

/** Bare number as text in few letters, as for a tick of an axis: `1,024`, `600B`, `1T`. */
export function short(value: number): string {
  return Number.isFinite(value) ? printScaled(value, 1e6) : plain(value);
}

/** Digits with thousands separators: `1234567.50` as `1,234,567.50`. */
export function grouped(text: string): string {
  const [whole = "", rest] = text.split(".");
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? separated : `${separated}.${rest}`;
}

/** Number that a value in base units has in the unit `as`. */
export function scaled(value: number, base: string, as: string): number {
  if (as === base || as === "1" || as === "") return value;
  if (as === "%") return value * 100;
  return convert(inBase(value, base), as);
}
