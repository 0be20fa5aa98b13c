import type { KindRow, Measured } from "./kindTable.ts";
import type { Ends } from "./quantiles.ts";
import {
  keyOf,
  type Level,
  levels,
  memorySizes,
  type RunKind,
  type Size,
  type Sizes,
  sizes,
  traits,
} from "./runKind.ts";

/** What an interval rests on. Plain data. */
export interface Basis {
  /** Of log(measured / predicted). */
  readonly ends: Ends;
  /** The kind of the runs, for people: "Ampere, megatron_lm, several nodes, pipeline"; empty for all kinds. */
  readonly kind: string;
  readonly runs: number;
  readonly sources: number;
  readonly heldOut: boolean;
  /** The runs that it was taken from: "15 held-out runs like it (Ampere, megatron_lm, one node; 6 sources)". */
  readonly phrase: string;
  /** In what the scenario is unlike everything that was measured, a phrase each: "no run with fp8 on Ampere". */
  readonly outside: readonly string[];
}

export type Lookup = (of: Measured, key: string) => KindRow | undefined;

/** A size is beyond what was measured when it is more than this many times larger or smaller. */
const NEAR = 2;

/**
 * The interval of the most particular kind of run that was measured often enough and reaches as far as the scenario. Kinds that
 * were passed over because they do not reach are held in it too: further from what was measured an interval never shrinks.
 * null when nothing was measured.
 */
export function basisOf(
  lookup: Lookup,
  of: Measured,
  kind: RunKind,
  at: Sizes,
  deviceName: string,
): Basis | null {
  // A device whose generation nobody measured is like none that was: only all runs together say how far off it may be.
  const known = lookup(of, keyOf(kind, ["architecture"])) !== undefined;
  const rows = (known ? levels : [[]]).flatMap((level: Level) => {
    const row = lookup(of, keyOf(kind, level));
    return row?.ends ? [{ level, row, ends: row.ends }] : [];
  });
  const widest = rows.at(-1);
  if (!widest) return null;
  const reaching = rows.findIndex(({ row }) => reaches(row, kind, at));
  const index = reaching < 0 ? rows.length - 1 : reaching;
  const { row, level, ends } = rows[index] ?? widest;
  const short = rows.slice(0, index).map((one) => one.ends);
  const name = nameOf(kind, level);
  const outside = outsideOf(lookup, of, kind, at, deviceName);
  return {
    ends: {
      low: Math.min(ends.low, ...short.map(({ low }) => low)),
      median: ends.median,
      high: Math.max(ends.high, ...short.map(({ high }) => high)),
    },
    kind: name,
    runs: row.runs,
    sources: row.sources,
    heldOut: row.part === "held out",
    phrase: phraseOf(row, name, short.length > 0),
    outside,
  };
}

function reaches(row: KindRow, kind: RunKind, at: Sizes): boolean {
  return kind.traits.every((trait) => row.traits.includes(trait)) && beyond(row, at).length === 0;
}

function beyond({ of, seen }: KindRow, at: Sizes): readonly Size[] {
  return (of === "memory" ? memorySizes : sizes).filter((size) => {
    const [least, most] = seen[size];
    return at[size] > NEAR * most || at[size] * NEAR < least;
  });
}

function phraseOf(row: KindRow, name: string, widened: boolean): string {
  const runs = `${count(row.runs)} ${row.part === "held out" ? "held-out" : "measured"} runs`;
  const sources = `${row.sources} ${row.sources === 1 ? "source" : "sources"}`;
  const counted = row.bySource ? `each of ${sources} counted alike` : sources;
  const like = name === "" ? `${runs} of all kinds` : `${runs} like it`;
  const details = [name, counted, ...(widened ? ["widened: nearer kinds do not reach as far"] : [])];
  return `${like} (${details.filter((part) => part !== "").join("; ")})`;
}

/** What no run was measured with: the device, the software stack, a way to run, a size. Against runs of the same generation. */
function outsideOf(
  lookup: Lookup,
  of: Measured,
  kind: RunKind,
  at: Sizes,
  deviceName: string,
): readonly string[] {
  const what = of === "time" ? "no run" : "no peak memory";
  const found: string[] = [];
  const generation = kind.architecture === null ? undefined : lookup(of, keyOf(kind, ["architecture"]));
  const everything = lookup(of, keyOf(kind, []));
  if (!generation) found.push(`${what} on ${deviceName}`);
  const where = generation ? ` on ${architectureName(kind)}` : "";
  const stack = generation
    ? lookup(of, keyOf(kind, ["architecture", "framework"]))
    : lookup(of, keyOf(kind, ["framework"]));
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

/** `hopper` as Hopper, `tpu_v5p` as TPU v5p, `cdna3` as CDNA 3. */
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
