import type { KindRow, Measured } from "./kindTable.ts";
import { beyond, nearest } from "./nearest.ts";
import type { Ends } from "./quantiles.ts";
import type { Residuals } from "./residualTable.ts";
import { keyOf, type Level, type RunKind, type Size, type Sizes, traits } from "./runKind.ts";
import type { Between } from "./spreads.ts";

/** What an interval rests on. Plain data. */
export interface Basis {
  /** Of log(measured / predicted). */
  readonly ends: Ends;
  /** Those of the measured runs alone, and what makes `ends` wider than they are. */
  readonly within: Ends;
  readonly wider: readonly Widening[];
  /** The kind of the runs, for people: "Ampere, megatron_lm, several nodes, pipeline"; empty for all kinds. */
  readonly kind: string;
  readonly runs: number;
  readonly sources: number;
  /** The runs that it was taken from: "15 measured runs like it (Ampere, megatron_lm, one node; 6 sources)". */
  readonly phrase: string;
  /** In what the scenario is unlike everything that was measured, a phrase each: "no run with fp8 on Ampere". */
  readonly outside: readonly string[];
}

/** What the measured runs do not say of the scenario's class, because they are of others. */
export interface Widening {
  readonly between: Between;
  /** "a generation of devices that nobody measured". */
  readonly unknown: string;
  /** What is left to say of that class, as a residual to either side. */
  readonly halfWidth: number;
  /** So many classes say how far one can lie from the others. */
  readonly classes: number;
}

/** Classes that leave less than this open, 5%, are told by `explain` alone. */
const TOLD = 0.05;

/** What an interval is asked for. */
export interface Subject {
  readonly kind: RunKind;
  readonly sizes: Sizes;
  readonly device: string;
  /** Whether the device's efficiencies are the language's guesses, whoever measured others of its generation. */
  readonly guessed: boolean;
}

/**
 * The interval of the nearest measured runs, and as much wider as classes differ of which these runs are not: a generation of
 * devices or a software stack that few or none measured, a source like no other. null when nothing was measured.
 */
export function basisOf(table: Residuals, of: Measured, subject: Subject): Basis | null {
  const found = nearest(table.row, of, subject.kind, subject.sizes);
  if (!found) return null;
  const { row, level, ends: within, passed } = found;
  const wider = wideningsOf(table, of, subject, row);
  const more = wider.reduce((sum, { halfWidth }) => sum + halfWidth ** 2, 0);
  const kind = nameOf(subject.kind, level);
  return {
    ends: {
      low: within.median - Math.hypot(within.median - within.low, Math.sqrt(more)),
      median: within.median,
      high: within.median + Math.hypot(within.high - within.median, Math.sqrt(more)),
    },
    within,
    wider,
    kind,
    runs: row.runs,
    sources: row.sources,
    phrase: phraseOf(row, kind, [
      ...(passed > 0 ? ["widened: nearer kinds do not reach as far"] : []),
      ...wider
        .filter(({ between, halfWidth }) => between !== "source" && halfWidth >= TOLD)
        .map(({ unknown }) => `widened: ${unknown}`),
    ]),
    outside: outsideOf(table, of, subject),
  };
}

/**
 * Random effects: of a class in which k sources were measured, the spread between classes and what sources vary by leave
 * 1 / (1 / spread^2 + k / sources^2) open; all of the spread when k is 0. Runs from k sources hold all but 2 / k of what sources vary
 * by: a share of 1 / k is in none of them, and their own middle is off by as much.
 */
function wideningsOf(
  table: Residuals,
  of: Measured,
  { kind, guessed }: Subject,
  row: KindRow,
): readonly Widening[] {
  const sources = table.spread(of, "source");
  const ofSource = sources?.halfWidth ?? 0;
  const measuredIn = (part: "architecture" | "framework") => table.row(of, keyOf(kind, [part]))?.sources ?? 0;
  const open = (between: Between, what: string, k: number): readonly Widening[] => {
    const spread = table.spread(of, between);
    if (!spread || spread.halfWidth === 0) return [];
    const { halfWidth: full, classes } = spread;
    const halfWidth = k === 0 ? full : (full * ofSource) / Math.hypot(ofSource, Math.sqrt(k) * full);
    return [{ between, unknown: `${what} that ${measuredBy(k)} measured`, halfWidth, classes }];
  };
  const found = [
    ...open("generation", "a generation of devices", guessed ? 0 : measuredIn("architecture")),
    ...open("framework", "a software stack", measuredIn("framework")),
  ];
  if (!sources || ofSource === 0 || row.sources === 0) return found;
  const unknown = `a source that is none of ${row.sources === 1 ? "this one" : `these ${row.sources}`}`;
  const halfWidth = ofSource * Math.sqrt(2 / row.sources);
  return [...found, { between: "source", unknown, halfWidth, classes: sources.classes }];
}

const measuredBy = (sources: number): string =>
  sources === 0 ? "nobody" : sources === 1 ? "one source" : `${sources} sources`;

function phraseOf(row: KindRow, name: string, notes: readonly string[]): string {
  const runs = `${count(row.runs)} measured ${row.runs === 1 ? "run" : "runs"}`;
  const sources = `${row.sources} ${row.sources === 1 ? "source" : "sources"}`;
  const counted = row.bySource ? `each of ${sources} counted alike` : sources;
  const like = name === "" ? `${runs} of all kinds` : `${runs} like it`;
  return `${like} (${[name, counted, ...notes].filter((part) => part !== "").join("; ")})`;
}

/** What no run was measured with: the device, the software stack, a way to run, a size. Against runs of the same generation. */
function outsideOf(
  table: Residuals,
  of: Measured,
  { kind, sizes: at, device, guessed }: Subject,
): readonly string[] {
  const what = of === "time" ? "no run" : "no peak memory";
  const found: string[] = [];
  const generation = kind.architecture === null ? undefined : table.row(of, keyOf(kind, ["architecture"]));
  const everything = table.row(of, keyOf(kind, []));
  if (!generation) found.push(`${what} on ${device}`);
  else if (guessed && of === "time") found.push(`no run on ${device}, whose efficiencies are guesses`);
  const where = generation ? ` on ${architectureName(kind)}` : "";
  const stack = table.row(of, keyOf(kind, generation ? ["architecture", "framework"] : ["framework"]));
  if (!stack && kind.framework !== "generic") found.push(`${what} with ${kind.framework}${where}`);
  const known = generation ?? everything;
  if (!known) return found;
  for (const trait of kind.traits)
    if (!known.traits.includes(trait)) found.push(`${what} with ${traits[trait]}${where}`);
  for (const size of beyond(known, at)) {
    const [least, most] = known.seen[size];
    const range = least === most ? count(least) : `${count(least)} to ${count(most)}`;
    found.push(`${what} with ${sizeText(size, at[size])}${where} (${range} measured)`);
  }
  return found;
}

function nameOf(kind: RunKind, level: Level): string {
  const parts = level.flatMap((part): readonly string[] => {
    switch (part) {
      case "architecture":
        return [architectureName(kind)];
      case "framework":
        return [kind.framework];
      case "scale":
        return [kind.scale];
      default:
        return kind.traits.map((trait) => traits[trait]);
    }
  });
  return parts.join(", ");
}

/** `tpu_v5p` as "TPU v5p", `cdna3` as "CDNA 3", `blackwell_rtx` as "Blackwell RTX". */
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

/** `1,024`; `175B` from a million on. */
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
