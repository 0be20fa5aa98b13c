import type { Residuals } from "./lookup.ts";
import type { Measured } from "./measuredRun.ts";
import { keyOf, memorySizes, type RunKind, type Size, type Sizes, sizes } from "./runKind.ts";
import { doublingsBeyond } from "./seen.ts";
import type { Between } from "./spreads.ts";

/** Scenario properties that its interval depends on. */
export interface Subject {
  readonly kind: RunKind;
  readonly sizes: Sizes;
  readonly device: string;
  /**
   * True where the device's efficiencies are the language's guesses, even if other devices of its generation
   * were measured.
   */
  readonly guessed: boolean;
}

/** Extra width of an interval because the measured runs are of other classes or sizes than the scenario. */
export interface Widening {
  readonly by: Between | Size;
  /** Reason for users: "no source measured this device generation". */
  readonly unknown: string;
  /** Added residual to either side. */
  readonly halfWidth: number;
  /** Evidence for the width: "from leaving out each of 7 in turn". */
  readonly from: string;
}

/**
 * Everything that widens a scenario's interval beyond its workload's. No widening shrinks when less was
 * measured, so an interval outside the data is never narrower than one inside it. That holds for a
 * generation's or stack's sources, for ways to run and for measured sizes.
 */
export function wideningsOf(table: Residuals, of: Measured, subject: Subject): readonly Widening[] {
  return [...classWidenings(table, of, subject), ...sizeWidenings(table, of, subject.sizes)];
}

/**
 * Widenings by class, from a random-effects model. For a class with k sources, the spread between classes and
 * the spread of sources leave 1 / √(1 / spread² + k / sources²). With k = 0 the whole spread remains.
 */
function classWidenings(table: Residuals, of: Measured, { kind, guessed }: Subject): readonly Widening[] {
  const ofSource = table.spread(of, "source")?.halfWidth ?? 0;
  const open = (by: Between, unknown: string, k: number): readonly Widening[] => {
    const spread = table.spread(of, by);
    if (!spread || spread.halfWidth === 0) return [];
    const { halfWidth: full, classes } = spread;
    const halfWidth = k === 0 ? full : (full * ofSource) / Math.hypot(ofSource, Math.sqrt(k) * full);
    return [
      { by, unknown, halfWidth, from: `spread found by leaving out each of ${classes} classes in turn` },
    ];
  };
  const generation = kind.architecture === null ? undefined : table.seen(of, keyOf(kind, ["architecture"]));
  const everything = table.seen(of, keyOf(kind, []));
  // Only times depend on guessed constants: memory capacity is on the data sheet.
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

/** Stack name of a plan that names none. Known stacks say little about it. */
export const NAMELESS = "generic";

/**
 * Widenings by size. Device counts are measured from the median source, all other sizes from the largest or
 * smallest measured.
 */
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
          ? `${times} as many devices as the median source (${Math.round(slope.middle)} devices)`
          : `${sizeNames[size]}: ${times} beyond the measured range`,
        halfWidth: doublings * slope.perDoubling,
        from: `slope fitted on ${slope.sources} ${slope.sources === 1 ? "source" : "sources"}`,
      },
    ];
  });
}

/** Size names for users. */
export const sizeNames: Readonly<Record<Size, string>> = {
  ...{ devices: "devices", tp: "tp", pp: "pp", dp: "dp", cp: "cp", ep: "ep" },
  ...{ params: "parameters", seq_len: "the sequence length" },
};

const measuredBy = (sources: number): string =>
  sources === 0
    ? "no source measured"
    : sources === 1
      ? "only one source measured"
      : `only ${sources} sources measured`;
