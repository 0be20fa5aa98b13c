import { widened } from "./factor.ts";
import type { Residuals } from "./lookup.ts";
import type { Measured } from "./measuredRun.ts";
import type { Reach } from "./quantiles.ts";
import {
  keyOf,
  memorySizes,
  type RunKind,
  type Size,
  sizes,
  traits,
  workloadNames,
  workloadOf,
} from "./runKind.ts";
import { beyond } from "./seen.ts";
import { NAMELESS, type Subject, type Widening, wideningsOf } from "./widenings.ts";
import type { WorkloadRow } from "./workloadTable.ts";

/** Median and both ends of an interval of residuals. */
export interface Ends {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Measured runs behind an interval, and what widens it. Plain data. */
export interface Basis {
  /** Interval of log(measured / predicted), widened. */
  readonly ends: Ends;
  /** Interval of the measured runs alone, before `wider` and `factor`. */
  readonly within: Reach;
  readonly wider: readonly Widening[];
  /** Multiplier of the half-width, so that intervals also hold for sources left out of the data. */
  readonly factor: number;
  /** Workload of the runs as users read it: "experts in fp8 or fp4". Empty for all workloads. */
  readonly kind: string;
  readonly runs: number;
  readonly sources: number;
  /**
   * Description of the runs: "91 measured runs of mixtures of experts in fp8 or fp4 (12 sources, equally
   * weighted)".
   */
  readonly phrase: string;
  /**
   * Ways in which the scenario lies outside the measured data, a phrase each: "no run with fp8 on Ampere".
   */
  readonly outside: readonly string[];
}

/** Smallest widening (5%) that output mentions. Only `explain` shows smaller ones. */
const TOLD = 0.05;

/**
 * Interval of the measured runs with the scenario's workload, widened for classes and sizes that were not
 * measured. null without any measurement.
 */
export function basisOf(table: Residuals, of: Measured, subject: Subject): Basis | null {
  const row = table.workload(of, workloadOf(subject.kind));
  if (!row) return null;
  const wider = wideningsOf(table, of, subject);
  const factor = table.factor(of);
  const { middle } = row.reach;
  const halfWidth = factor * widened(row.reach.halfWidth, wider);
  return {
    ends: { low: middle - halfWidth, median: middle, high: middle + halfWidth },
    within: row.reach,
    ...{ wider, factor },
    kind: row.workload === "everything" ? "" : row.workload,
    runs: row.runs,
    sources: row.sources,
    phrase: phraseOf(
      row,
      wider.filter(({ halfWidth }) => halfWidth >= TOLD).map(({ unknown }) => unknown),
    ),
    outside: outsideOf(table, of, subject),
  };
}

function phraseOf({ runs, sources, workload }: WorkloadRow, notes: readonly string[]): string {
  const of = workload === "everything" ? "all kinds" : workloadNames[workload];
  const weighted = sources === 1 ? "1 source" : `${sources} sources, equally weighted`;
  const wider = notes.length === 0 ? "" : `. Wider than usual: ${notes.join("; ")}`;
  return `${count(runs)} measured ${runs === 1 ? "run" : "runs"} of ${of} (${weighted})${wider}`;
}

/**
 * Properties of the scenario that no run was measured with: device, software stack, parallelism, size.
 * Compared with runs on the same device generation.
 */
function outsideOf(
  table: Residuals,
  of: Measured,
  { kind, sizes: at, device, guessed }: Subject,
): readonly string[] {
  const what = of === "time" ? "no run" : "no peak memory measured";
  const found: string[] = [];
  const generation = kind.architecture === null ? undefined : table.seen(of, keyOf(kind, ["architecture"]));
  const everything = table.seen(of, keyOf(kind, []));
  if (!generation) found.push(`${what} on ${device}`);
  else if (guessed && of === "time") found.push(`no run on ${device}, whose efficiencies are guesses`);
  const where = generation ? ` on ${architectureName(kind)}` : "";
  const stack = table.seen(of, keyOf(kind, generation ? ["architecture", "framework"] : ["framework"]));
  if (!stack && kind.framework !== NAMELESS) found.push(`${what} with ${kind.framework}${where}`);
  const known = generation ?? everything;
  if (!known) return found;
  for (const trait of kind.traits)
    if (!known.traits.includes(trait)) found.push(`${what} with ${traits[trait]}${where}`);
  for (const size of beyond(known, at, of === "memory" ? memorySizes : sizes)) {
    const [least, most] = known.range[size];
    const range = least === most ? count(least) : `${count(least)} to ${count(most)}`;
    found.push(`${what} with ${sizeText(size, at[size])}${where} (only ${range})`);
  }
  return found;
}

/**
 * Architecture name for users: `tpu_v5p` → "TPU v5p", `cdna3` → "CDNA 3", `blackwell_rtx` → "Blackwell RTX".
 */
function architectureName({ architecture }: RunKind): string {
  if (architecture === null) return "other devices";
  const words = architecture.replace(/(?<=[a-z]{3})\d/, " $&").split(/[_ ]/);
  return words.map((word) => (acronyms.has(word) ? word.toUpperCase() : capital(word))).join(" ");
}

const acronyms: ReadonlySet<string> = new Set(["tpu", "cdna", "rtx"]);
const capital = (word: string): string =>
  /^v\d/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);

function sizeText(size: Size, value: number): string {
  switch (size) {
    case "devices":
      return `${count(value)} devices`;
    case "seq_len":
      return `sequences of ${count(value)} tokens`;
    case "params":
      return `${count(value)} parameters`;
    default:
      return `${size} ${count(value)}`;
  }
}

/** Number for users: `1,024`, and from a million up `175B`. */
function count(value: number): string {
  const scales = [
    [1e12, "T"],
    [1e9, "B"],
    [1e6, "M"],
  ] as const;
  for (const [factor, letter] of scales)
    if (value >= 10 * factor || (value >= factor && factor > 1e6))
      return `${Number((value / factor).toPrecision(3))}${letter}`;
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
