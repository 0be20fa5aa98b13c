import { combine, DIMENSIONLESS, dimension } from "./dimension.ts";
import { editDistance } from "./editDistance.ts";
import type { Dimension } from "./quantity.ts";
import { commonCompounds, type UnitRow, unitTable } from "./table.ts";

export interface Unit {
  /** Number of base units in one of this unit. */
  readonly factor: number;
  readonly dimension: Dimension;
}

export interface UnitInfo {
  readonly spelling: string;
  /** Key of the unit's dimension: "B/s". */
  readonly dimension: string;
  readonly doc: string;
  /** True for a compound unit such as `GB/s`; false for a unit of the table. */
  readonly compound: boolean;
  readonly counted: boolean;
  /** True for an alternative spelling, which is valid but not offered by completion. */
  readonly quiet: boolean;
}

const atoms: ReadonlyMap<string, UnitRow> = new Map(unitTable.map((row) => [row.spelling, row]));
const parsed = new Map<string, Unit | null>();

/**
 * Unit of one factor in a compound. Two units joined by `-` are a product, allowed only for devices times
 * time: `GPU-hours`. Null for an unknown unit.
 */
function parseTerm(text: string): Unit | null {
  const dash = text.indexOf("-");
  if (dash < 0) {
    const row = atoms.get(text);
    return row ? { factor: row.factor, dimension: dimension(row.dimension) } : null;
  }
  const device = atoms.get(text.slice(0, dash));
  const time = atoms.get(text.slice(dash + 1));
  if (device?.dimension !== "GPU" || time?.dimension !== "s") return null;
  return { factor: device.factor * time.factor, dimension: dimension("GPU*s") };
}

function parseCompound(text: string): Unit | null {
  const [first = "", ...rest] = text.split("/");
  // Plain rates print as "1/s"; users cannot write this unit.
  let unit = first === "1" ? { factor: 1, dimension: DIMENSIONLESS } : parseTerm(first);
  for (const part of rest) {
    const below = parseTerm(part);
    if (!unit || !below) return null;
    unit = {
      factor: unit.factor / below.factor,
      dimension: combine(unit.dimension, below.dimension, -1),
    };
  }
  return unit;
}

/**
 * Factor and dimension of a unit written as text (`GB/s`, `$/GPU-hour`, `GPU-hours`); null for an unknown
 * unit.
 */
export function parseUnit(text: string): Unit | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const unit = parseCompound(text);
  // Only valid spellings are memoised, so that invalid input cannot fill the memory.
  if (unit) parsed.set(text, unit);
  return unit;
}

/** Canonical spelling of a unit: `TFLOPS` → `TFLOP/s`, `KB/s` → `kB/s`; null for an unknown unit. */
export function canonicalUnit(text: string): string | null {
  if (!parseUnit(text)) return null;
  return text
    .split("/")
    .map((part) => atoms.get(part)?.canonical ?? part)
    .join("/");
}

/** True where a scale suffix may precede the unit: `405B params`, `2.788M GPU-hours`, `1.2M tokens/s`. */
export function isCountedUnit(text: string): boolean {
  const first = text.split("/")[0] ?? "";
  const head = first.split("-")[0] ?? "";
  return parseUnit(text) !== null && atoms.get(head)?.counted === true;
}

const names: readonly UnitInfo[] = [
  ...unitTable.map((row) => ({
    spelling: row.spelling,
    dimension: row.dimension,
    doc: row.doc,
    compound: false,
    counted: row.counted === true,
    quiet: row.quiet === true,
  })),
  ...commonCompounds.map(([spelling, doc]) => ({
    spelling,
    dimension: parseUnit(spelling)?.dimension.key ?? "1",
    doc,
    compound: true,
    counted: isCountedUnit(spelling),
    quiet: false,
  })),
];

/** Units for completion and help: all spellings of the table, then the common compounds. */
export function unitNames(): readonly UnitInfo[] {
  return names;
}

/** Spellings that users often write and that are not in the table, with the unit that each means. */
const habits: ReadonlyMap<string, string> = new Map([
  ["sec", "s"],
  ["secs", "s"],
  ["second", "s"],
  ["seconds", "s"],
  ["minute", "min"],
  ["minutes", "min"],
  ["mins", "min"],
  ["hr", "h"],
  ["hrs", "h"],
  ["d", "days"],
  ["yr", "years"],
  ["µs", "us"],
  ["μs", "us"],
  ["FLOPs", "FLOP"],
  ["flops", "FLOP/s"],
  ["dollar", "$"],
  ["dollars", "$"],
  ["parameters", "params"],
  ["parameter", "params"],
  ["seqs", "sequences"],
  ["samples", "sequences"],
  ["toks", "tokens"],
  ["tok", "tokens"],
  ["watts", "W"],
  ["GPUh", "GPU-hours"],
  ["percent", "%"],
  // Memory is sold in decimal units; GiB has its own spelling.
  ["meg", "MB"],
  ["megs", "MB"],
  ["megabyte", "MB"],
  ["megabytes", "MB"],
  ["gig", "GB"],
  ["gigs", "GB"],
  ["gigabyte", "GB"],
  ["gigabytes", "GB"],
  ["terabyte", "TB"],
  ["terabytes", "TB"],
]);

function suggestAtom(text: string): string | null {
  if (atoms.has(text)) return text;
  const habit = habits.get(text) ?? habits.get(text.toLowerCase());
  if (habit) return habit;
  const rate = /^([kKMGTP]?i?[bB])ps$/.exec(text);
  if (rate?.[1]) return `${suggestAtom(rate[1]) ?? rate[1]}/s`;
  const operations = /^([KMGTPE])FLOPs$/.exec(text);
  if (operations) return `${operations[1]}FLOP`;
  let best: string | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const row of unitTable) {
    // A difference in case counts little. Otherwise one typo is allowed, and only in words long enough to be
    // recognised.
    const sameLetters = row.spelling.toLowerCase() === text.toLowerCase();
    const distance = editDistance(row.spelling.toLowerCase(), text.toLowerCase());
    if (!sameLetters && (distance > 1 || text.length < 4)) continue;
    let score = distance + 0.1 * editDistance(row.spelling, text) + (row.quiet ? 0.01 : 0);
    // `gb` is a typo for GB far more often than for Gb.
    if (sameLetters && row.spelling.endsWith("b")) score += 0.5;
    if (score < bestScore) {
      best = row.canonical ?? row.spelling;
      bestScore = score;
    }
  }
  return best;
}

/** Unit that a user probably meant by an unknown spelling (`Gbps` → `Gb/s`, `gib` → `GiB`), or null. */
export function suggestUnit(text: string): string | null {
  const parts = text.split("/").map((part) =>
    part
      .split("-")
      .map(suggestAtom)
      .reduce((a, b) => (a === null || b === null ? null : `${a}-${b}`)),
  );
  if (parts.includes(null)) return null;
  const joined = parts.join("/");
  return joined !== text && parseUnit(joined) ? joined : null;
}
