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

/** What intervals were made without, of the half of the runs that they are made of. */
export type Without = "nothing" | Between | "size";

/** One test: the runs that intervals are made of, and those that they are asked of. */
export interface Trial {
  readonly without: Without;
  /** The class left out, `hopper`. */
  readonly name: string;
  readonly from: readonly MeasuredRun[];
  readonly asked: readonly MeasuredRun[];
}

/**
 * The tests of the intervals: by runs held out from making them, without more, which says whether neighbours of measured runs fall
 * inside; and with a whole class left out of what they are made of, which is what a device, a stack, a source, a way to run or a size that
 * nobody measured is. Programs by hand are then asked whichever half their run is of. Runs of a generation that is left out are predicted
 * with guesses for what was fitted of its devices; those of a stack once as its description has it, and once as if it had no name.
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
      // What was never measured leaves all runs as they are.
      from: known ? runs.filter((run) => !own(run)) : runs,
      asked: asked.filter(own).map((run) => withoutName(between, unseen(between, run))),
    };
  });
}

const withoutName = (between: Between, run: MeasuredRun): MeasuredRun =>
  between === "name" ? { ...run, kind: { ...run.kind, framework: NAMELESS } } : run;

/** The largest quarter of the sizes that were measured, asked of runs of less than half as much. */
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
