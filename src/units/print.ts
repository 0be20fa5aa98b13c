import { DIMENSIONLESS } from "./dimension.ts";
import type { Dimension, Quantity } from "./quantity.ts";
import { parseUnit } from "./unit.ts";
import { withUnit } from "./withUnit.ts";

const SIGNIFICANT = 4;

function separators(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * Text of a number: four significant digits, all digits of the whole part, and thousands separators. An exact value
 * drops trailing zeros (`80`, `2.5`), a rounded one keeps them (`12.40`). Extreme values get an exponent (`1.5e-7`).
 */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "-infinite";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  if (size >= 1e15 || size < 1e-4) {
    return (
      sign +
      size
        .toExponential(SIGNIFICANT - 1)
        .replace(/\.?0+e/, "e")
        .replace("e+", "e")
    );
  }
  if (Math.abs(size - Math.round(size)) < 1e-9 * size) return sign + separators(String(Math.round(size)));
  // toFixed never rounds the whole part away (12,345.6 → 12,346), unlike toPrecision. The magnitude is that of the
  // rounded value: 999.96 is 1,000, not 1,000.0.
  const magnitude = Math.floor(Math.log10(Number(size.toPrecision(SIGNIFICANT))));
  const decimals = Math.max(0, SIGNIFICANT - 1 - magnitude);
  const text = size.toFixed(decimals);
  const exact = Math.abs(Number(text) - size) < 1e-9 * size;
  return sign + separators(exact && text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

/**
 * Text of a number with a scale letter for thousands, millions, billions or trillions, from the size `above` on:
 * `405.9B params`, `15.6T tokens`, `$5.576M`.
 */
export function printScaled(value: number, above: number): string {
  const size = Math.abs(value);
  if (size < above || !Number.isFinite(size)) return printNumber(value);
  for (const [letter, factor] of [
    ["T", 1e12],
    ["B", 1e9],
    ["M", 1e6],
    ["K", 1e3],
  ] as const) {
    if (size >= factor * 0.99995) return printNumber(value / factor) + letter;
  }
  return printNumber(value);
}

interface Choice {
  /** Smallest size in base units from which numbers are printed in this unit. Rows are in order from large to small. */
  readonly from: number;
  readonly unit: string;
}

function ladder(...units: readonly string[]): readonly Choice[] {
  // The factor 0.99995 makes a value that would print as 1,000 MB print as 1 GB.
  return units.map((unit) => ({ from: (parseUnit(unit)?.factor ?? 1) * 0.99995, unit }));
}

const choices: ReadonlyMap<string, readonly Choice[]> = new Map([
  ["B", ladder("PiB", "TiB", "GiB", "MiB", "KiB", "B")],
  ["B/s", ladder("PB/s", "TB/s", "GB/s", "MB/s", "kB/s", "B/s")],
  ["FLOP", ladder("YFLOP", "ZFLOP", "EFLOP", "PFLOP", "TFLOP", "GFLOP", "MFLOP", "KFLOP", "FLOP")],
  ["FLOP/s", ladder("EFLOP/s", "PFLOP/s", "TFLOP/s", "GFLOP/s", "MFLOP/s", "KFLOP/s", "FLOP/s")],
  [
    "s",
    [
      { from: 2 * 365.25 * 86_400, unit: "years" },
      { from: 2 * 86_400, unit: "days" },
      { from: 2 * 3_600, unit: "h" },
      { from: 120, unit: "min" },
      ...ladder("s", "ms", "us", "ns"),
    ],
  ],
  ["1/s", ladder("1/s", "1/min", "1/h", "1/day", "1/year")],
  ["J", [...ladder("GWh", "MWh", "kWh"), ...ladder("kJ", "J")]],
  ["J/s", ladder("GW", "MW", "kW", "W")],
  ["g", ladder("t", "kg", "g")],
  ["B/param", ladder("B/param")],
]);

/** Words that replace a counted unit's symbol, with the size from which its numbers get a scale letter. */
const counts: ReadonlyMap<string, readonly [one: string, many: string, scaledFrom: number]> = new Map([
  ["token", ["token", "tokens", 1e5]],
  ["param", ["param", "params", 1e5]],
  ["sequence", ["sequence", "sequences", 1e9]],
  ["GPU", ["GPU", "GPUs", 1e9]],
  ["token/s", ["tokens/s", "tokens/s", 1e6]],
  ["token/GPU/s", ["tokens/s/GPU", "tokens/s/GPU", 1e6]],
]);

function pick(rows: readonly Choice[], size: number): string {
  const last = rows[rows.length - 1];
  if (size === 0) return rows.find((row) => parseUnit(row.unit)?.factor === 1)?.unit ?? last?.unit ?? "1";
  return (rows.find((row) => size >= row.from) ?? last)?.unit ?? "1";
}

function dollars(value: number, above: number): string {
  const size = Math.abs(value);
  const text =
    size < above && size >= 0.01 ? separators(size.toFixed(size < 1e4 ? 2 : 0)) : printScaled(size, above);
  return `${value < 0 ? "-" : ""}$${text.replace(/\.00$/, "")}`;
}

/** Text of a number counted in `unit`: `12.35 GiB`, `51.4%`, `$2.50/GPU-hour`. */
function printIn(value: number, unit: string): string {
  if (unit === "$" || unit === "USD") return dollars(value, Number.POSITIVE_INFINITY);
  if (unit.startsWith("$/")) return dollars(value, Number.POSITIVE_INFINITY) + unit.slice(1);
  return withUnit(printNumber(value), unit);
}

function printHuman(value: number, key: string): string {
  const size = Math.abs(value);
  if (key === "1") return printNumber(value);
  if (key === "$") return dollars(value, 1e6);
  if (key === "$/GPU/s") return `${dollars(value * 3_600, 1e6)}/GPU-hour`;
  if (key === "GPU*s") {
    return size >= 360 || size === 0
      ? `${printScaled(value / 3_600, 1e6)} GPU-hours`
      : `${printNumber(value)} GPU-s`;
  }
  const words = counts.get(key);
  if (words) return `${printScaled(value, words[2])} ${value === 1 ? words[0] : words[1]}`;
  const rows = choices.get(key);
  if (rows) {
    const unit = pick(rows, size);
    return printIn(value / (parseUnit(unit)?.factor ?? 1), unit);
  }
  return `${printNumber(value)} ${key}`;
}

/**
 * Text of a quantity in `unit` if given, else in its own unit, else in a unit that suits its size. A unit of another
 * dimension is ignored.
 */
export function print(q: Quantity, unit?: string): string {
  for (const wanted of [unit, q.unit]) {
    if (wanted === undefined) continue;
    const known = parseUnit(wanted);
    if (known?.dimension !== q.dimension) continue;
    // A count's own unit says no more than its dimension does, and its digits would: 91.8B params, not 91,799,949,312.
    if (known.factor === 1 && counts.has(q.dimension.key)) return printHuman(q.value, q.dimension.key);
    return printIn(q.value / known.factor, wanted);
  }
  return printHuman(q.value, q.dimension.key);
}

/** Unit that `print` chooses for a column of values, by the largest of these values; null for plain numbers. */
export function humanUnit(largest: number, of: Dimension): string | null {
  if (of === DIMENSIONLESS) return null;
  if (of.key === "GPU*s") return "GPU-hours";
  if (of.key === "$/GPU/s") return "$/GPU-hour";
  const words = counts.get(of.key);
  if (words) return words[1];
  const rows = choices.get(of.key);
  if (rows) return pick(rows, Math.abs(largest));
  return parseUnit(of.key) ? of.key : null;
}

const dimensionNames: ReadonlyMap<string, string> = new Map([
  ["1", "a plain number"],
  ["B", "bytes (B)"],
  ["s", "time (s)"],
  ["1/s", "a rate (1/s)"],
  ["B/s", "bandwidth (B/s)"],
  ["FLOP", "operations (FLOP)"],
  ["FLOP/s", "a compute rate (FLOP/s)"],
  ["token", "tokens"],
  ["token/s", "a rate of tokens (tokens/s)"],
  ["sequence", "sequences"],
  ["param", "parameters (params)"],
  ["GPU", "devices (GPUs)"],
  ["GPU*s", "device time (GPU-hours)"],
  ["$", "money ($)"],
  ["$/GPU/s", "a price ($/GPU-hour)"],
  ["J", "energy (J)"],
  ["J/s", "power (W)"],
  ["g", "mass (g)"],
  ["B/param", "bytes per parameter (B/param)"],
]);

/** Name of a dimension for error messages: "bytes (B)", "time (s)". */
export function printDimension(d: Dimension): string {
  return dimensionNames.get(d.key) ?? d.key;
}
