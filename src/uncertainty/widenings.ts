import type { Residuals } from "./lookup.ts";
import type { Measured } from "./measuredRun.ts";
import { keyOf, memorySizes, type RunKind, type Size, type Sizes, sizes } from "./runKind.ts";
import { doublingsBeyond } from "./seen.ts";
import type { Between } from "./spreads.ts";

/** What an interval is asked for. */
export interface Subject {
  readonly kind: RunKind;
  readonly sizes: Sizes;
  readonly device: string;
  /** Whether the device's efficiencies are the language's guesses, whoever measured others of its generation. */
  readonly guessed: boolean;
}

/** What the measured runs do not say of a scenario, because they are of other classes or sizes. */
export interface Widening {
  readonly by: Between | Size;
  /** "no source measured this device generation". */
  readonly unknown: string;
  /** What is left to say of that, as a residual to either side. */
  readonly halfWidth: number;
  /** How that is known: "from leaving out each of 7 in turn". */
  readonly from: string;
}

/**
 * All that makes a scenario's interval wider than its workload's. None of it falls when less was measured: not with the sources of a
 * generation or a stack, not with the ways to run or the sizes that somebody measured; so an interval is never narrower outside than inside.
 */
export function wideningsOf(table: Residuals, of: Measured, subject: Subject): readonly Widening[] {
  return [...classWidenings(table, of, subject), ...sizeWidenings(table, of, subject.sizes)];
}

/**
 * Random effects: of a class in which k sources were measured, the spread between classes and what sources vary by leave
 * 1 / √(1 / spread² + k / sources²) open; all of the spread when k is 0.
 */
function classWidenings(table: Residuals, of: Measured, { kind, guessed }: Subject): readonly Widening[] {
  const ofSource = table.spread(of, "source")?.halfWidth ?? 0;
  const open = (by: Between, unknown: string, k: number): readonly Widening[] => {
    const spread = table.spread(of, by);
    if (!spread || spread.halfWidth === 0) return [];
    const { halfWidth: full, classes } = spread;
    const halfWidth = k === 0 ? full : (full * ofSource) / Math.hypot(ofSource, Math.sqrt(k) * full);
    return [{ by, unknown, halfWidth, from: `from leaving out each of ${classes} in turn` }];
  };
  const generation = kind.architecture === null ? undefined : table.seen(of, keyOf(kind, ["architecture"]));
  const everything = table.seen(of, keyOf(kind, []));
  // The engine's guesses are of times: what a device holds is on its data sheet.
  const devices = guessed && of === "time" ? 0 : (generation?.sources ?? 0);
  const stack = table.seen(of, keyOf(kind, ["framework"]))?.sources ?? 0;
  const here = kind.traits.every((trait) => generation?.traits.includes(trait));
  const anywhere = kind.traits.every((trait) => everything?.traits.includes(trait));
  return [
    ...open("generation", `${measuredBy(devices)} this device generation`, devices),
    ...(kind.framework === NAMELESS
      ? open("name", "the plan names no software stack", 0)
      : open("framework", `${measuredBy(stack)} this software stack`, stack)),
    ...(anywhere && here
      ? []
      : open(
          "way",
          `no source measured this parallelism or precision${anywhere ? " on this device generation" : ""}`,
          anywhere ? 1 : 0,
        )),
  ];
}

/** The stack of a plan that names none: what is known of stacks says little of it. */
export const NAMELESS = "generic";

/** Devices count from the middle source's on, all other sizes from the last that anybody measured. */
function sizeWidenings(table: Residuals, of: Measured, at: Sizes): readonly Widening[] {
  const everything = table.seen(of, "*,*");
  return (of === "memory" ? memorySizes : sizes).flatMap((size): readonly Widening[] => {
    const slope = table.slope(of, size);
    if (!slope || !everything) return [];
    const fromMiddle = size === "devices";
    const doublings = fromMiddle
      ? Math.max(0, Math.log2(at[size] / slope.middle))
      : doublingsBeyond(everything, size, at[size]);
    if (doublings === 0) return [];
    const times = `${Number((2 ** doublings).toPrecision(2))} times`;
    return [
      {
        by: size,
        unknown: fromMiddle
          ? `${times} as many devices as the median source (${Math.round(slope.middle)})`
          : `${sizeNames[size]}: ${times} beyond the measured range`,
        halfWidth: doublings * slope.perDoubling,
        from: `slope fitted on ${slope.sources} ${slope.sources === 1 ? "source" : "sources"}`,
      },
    ];
  });
}

/** For people. */
export const sizeNames: Readonly<Record<Size, string>> = {
  ...{ devices: "devices", tp: "tp", pp: "pp", dp: "dp", cp: "cp", ep: "ep" },
  ...{ params: "parameters", seq_len: "the sequence length" },
};

const measuredBy = (sources: number): string =>
  sources === 0
    ? "no source measured"
    : sources === 1
      ? "only one source measured"
      : `${sources} sources measured`;
