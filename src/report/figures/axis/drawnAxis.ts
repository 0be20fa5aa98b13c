import { countScale, scaledUnit } from "../../numbers/countScale.ts";
import { plain, scaled, short } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import { plotlyText } from "../theme/theme.ts";
import { axisWords } from "./axisWords.ts";
import { logTicks } from "./logTicks.ts";
import { valueTicks } from "./valueTicks.ts";
import { wholeTicks } from "./wholeTicks.ts";

/** Description of an axis over numbers, before its unit and ticks are chosen. */
export interface FigureAxis {
  readonly label: string;
  /** Dimension key of the values; `1` by default. */
  readonly base?: string;
  /** Unit to draw in (`%`, `GiB`). Defaults to the unit that the largest value would be printed in. */
  readonly unit?: string;
  readonly scale?: "linear" | "log2" | "log10";
}

/** Axis over numbers with its unit, title and ticks, ready to draw. */
export interface DrawnAxis {
  /** Title of the axis in words, with the unit: `peak memory (GiB)`. */
  readonly words: string;
  /** Title of the axis with plotly.js markup escaped. */
  readonly title: string;
  /** Unit of the tick labels. Empty for bare numbers. */
  readonly unit: string;
  readonly log: boolean;
  /** Converts a value from base units to the axis' unit. */
  of(value: number): number;
  /** Tick positions and scale for values in the axis' unit, as plotly.js layout settings. */
  ticks(values: readonly number[]): Readonly<Record<string, unknown>>;
  /**
   * Layout settings with a tick at each value where the values are few, round and far enough apart.
   * plotly.js' usual ticks otherwise.
   */
  ticksAt(values: readonly number[]): Readonly<Record<string, unknown>>;
}

/** Axis whose unit suits the largest of all values drawn on it (in base units). */
export function drawnAxis(spec: FigureAxis, all: readonly ArrayLike<number>[]): DrawnAxis {
  const base = spec.base ?? "1";
  const largest = largestOf(all);
  const found = spec.unit ?? commonUnit(largest, base);
  const { scale = "linear" } = spec;
  const letters = scale === "linear" ? countScale(scaled(largest, base, found), found) : null;
  const unit = letters ? scaledUnit(letters, found) : found === "1" ? "" : found;
  const label = axisWords(spec.label);
  // Avoid "parameters (params)".
  const said = label === "parameters" ? unit.replace(/ ?params$/, "") : unit;
  const same = said === "" || label === said || label.endsWith(`(${said})`);
  const words = same ? label : `${label} (${said})`;
  return {
    words,
    title: plotlyText(words),
    unit,
    log: scale !== "linear",
    of: (value) => Number((scaled(value, base, found) / (letters?.factor ?? 1)).toPrecision(6)),
    ticksAt(values) {
      const log = scale !== "linear";
      return { ...this.ticks(values), ...valueTicks(values, log, log ? short : plain) };
    },
    ticks(values) {
      const ticks = scale === "linear" ? null : logTicks(values, scale === "log2" ? 2 : 10);
      if (ticks) return ticks;
      const most = values.reduce((one, other) => Math.max(one, Math.abs(other) || 0), 0);
      return {
        nticks: 10,
        ...(unit === "" ? wholeTicks(values) : {}),
        // Write small bare numbers with an exponent (`2e-7`), as tables do.
        ...(most > 0 && most < SMALL ? { exponentformat: "e" } : {}),
      };
    },
  };
}

function largestOf(all: readonly ArrayLike<number>[]): number {
  let largest = 0;
  for (const values of all)
    for (let at = 0; at < values.length; at++) {
      const size = Math.abs(values[at] as number);
      if (size > largest && Number.isFinite(size)) largest = size;
    }
  return largest;
}

/** Largest value of an axis below which its ticks are printed with an exponent. */
const SMALL = 1e-4;
