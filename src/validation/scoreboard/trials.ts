import {
  type Between,
  betweens,
  classesOf,
  type MeasuredRun,
  NAMELESS,
  type Size,
  sizes,
  traits,
  unseen,
} from "../../uncertainty/index.ts";

/** Class of runs that was left out of the data behind the intervals. */
export type LeftOut = "nothing" | Between | "size";

/** One test: the runs that intervals are made from, and the runs that they are tested on. */
export interface Trial {
  readonly without: LeftOut;
  /** Class that was left out, such as `hopper`. */
  readonly name: string;
  readonly from: readonly MeasuredRun[];
  readonly asked: readonly MeasuredRun[];
}

/**
 * Tests of the intervals. Held-out runs show whether neighbours of measured runs fall inside. Leaving out a
 * whole class shows the same for an unmeasured device, stack, source, way to run or size. Hand-written
 * programs are then tested whichever half their run is in. Runs of a left-out generation use guesses for its
 * calibrated constants. Runs of a left-out stack are tested with its description, and once without its name.
 */
export function trialsOf(runs: readonly MeasuredRun[]): readonly Trial[] {
  const asked = runs.filter(({ heldOut, byHand }) => heldOut || byHand);
  const left = betweens.flatMap((between) => classTrials(runs, asked, between));
  const far = sizes.flatMap((size) => beyondTrial(runs, asked, size));
  const whole: Trial = { without: "nothing", name: "", from: runs, asked: runs.filter((run) => run.heldOut) };
  return [whole, ...left, ...far].filter((trial) => trial.asked.length > 0);
}

function classTrials(
  runs: readonly MeasuredRun[],
  asked: readonly MeasuredRun[],
  between: Between,
): readonly Trial[] {
  return [...new Set(asked.flatMap((run) => classesOf(between, run)))].sort().map((name): Trial => {
    const own = (run: MeasuredRun) => classesOf(between, run).includes(name);
    const known = runs.some((run) => own(run) && !run.heldOut);
    return {
      without: between,
      name: between === "way" ? traits[name as keyof typeof traits] : name,
      // A class that was never measured leaves all runs in.
      from: known ? runs.filter((run) => !own(run)) : runs,
      asked: asked.filter(own).map((run) => withoutName(between, unseen(between, run))),
    };
  });
}

const withoutName = (between: Between, run: MeasuredRun): MeasuredRun =>
  between === "name" ? { ...run, kind: { ...run.kind, framework: NAMELESS } } : run;

/**
 * Test of large sizes: the largest quarter of the measured sizes, with intervals from runs of less than half
 * that size.
 */
function beyondTrial(
  runs: readonly MeasuredRun[],
  asked: readonly MeasuredRun[],
  size: Size,
): readonly Trial[] {
  const found = [...new Set(runs.map((run) => run.sizes[size]))].sort((a, b) => a - b);
  const large = found[Math.floor(0.75 * found.length)];
  if (large === undefined || found.length < 2) return [];
  return [
    {
      without: "size",
      name: size,
      from: runs.filter((run) => 2 * run.sizes[size] < large),
      asked: asked.filter((run) => run.sizes[size] >= large),
    },
  ];
}
