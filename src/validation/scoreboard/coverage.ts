import {
  type Between,
  basisOf,
  betweens,
  classOf,
  LEVEL,
  lookupIn,
  type Measured,
  type MeasuredRun,
  measured,
  type Residuals,
  residualTable,
  type Size,
  type Sizes,
  shiftsOf,
  sizes,
  traitNames,
  traits,
  unseen,
} from "../../uncertainty/index.ts";
import { median } from "./statistics.ts";

/** What intervals were made without, of the half of the runs that they are made of. */
export type Without = "nothing" | Between | "way" | "size";

/** How many held-out runs fall into intervals that were made without them, and without more. */
export interface Coverage {
  readonly of: Measured;
  readonly without: Without;
  /** The class left out, `hopper`; "all" for all of them together. */
  readonly name: string;
  readonly level: number;
  readonly runs: number;
  /** Mean over runs, and over the sources of the share of a source's runs: each counts once. */
  readonly inside: number;
  readonly bySource: number;
  /** Median of upper over lower end. */
  readonly width: number;
  /** Mean over sources of the interval score of log(measured / predicted) (Gneiting and Raftery 2007): width, and what misses cost. The less the better. */
  readonly score: number;
}

/** One test: the runs that intervals are made of, and those that they are asked of. */
export interface Trial {
  readonly without: Without;
  readonly name: string;
  readonly from: readonly MeasuredRun[];
  readonly asked: readonly MeasuredRun[];
}

export const LEVELS = [0.5, LEVEL, 0.9] as const;

/**
 * The tests of the intervals, all by runs held out from making them: without more, which says whether neighbours of measured runs fall
 * inside; and with a whole class left out of what they are made of, which is what a device, a stack, a source, a way to run or a size that
 * nobody measured is. Runs of a generation that is left out are predicted with guesses for what was fitted of its devices.
 */
export function trialsOf(runs: readonly MeasuredRun[]): readonly Trial[] {
  const held = runs.filter(({ heldOut }) => heldOut);
  const left = betweens.flatMap((between) =>
    [...new Set(held.map((run) => classOf(between, run)))].sort().map((name): Trial => {
      const own = (run: MeasuredRun) => classOf(between, run) === name;
      return {
        without: between,
        name,
        from: runs.filter((run) => !own(run)),
        asked: held.filter(own).map((run) => unseen(between, run)),
      };
    }),
  );
  const ways = traitNames.map((trait): Trial => {
    const own = ({ kind }: MeasuredRun) => kind.traits.includes(trait);
    return {
      without: "way",
      name: traits[trait],
      from: runs.filter((run) => !own(run)),
      asked: held.filter(own),
    };
  });
  const far = sizes.flatMap((size) => beyondTrial(runs, held, size));
  return [{ without: "nothing", name: "", from: runs, asked: held }, ...left, ...ways, ...far].filter(
    ({ asked }) => asked.length > 0,
  ) as readonly Trial[];
}

/** The largest quarter of the sizes that were measured, asked of runs of less than half as much. */
function beyondTrial(
  runs: readonly MeasuredRun[],
  held: readonly MeasuredRun[],
  size: Size,
): readonly Trial[] {
  const found = [...new Set(runs.map((run) => run.sizes[size]))].sort((a, b) => a - b);
  const large = found[Math.floor(0.75 * found.length)];
  if (large === undefined || found.length < 2) return [];
  const at = (run: MeasuredRun): Sizes[Size] => run.sizes[size];
  return [
    {
      without: "size",
      name: size,
      from: runs.filter((run) => 2 * at(run) < large),
      asked: held.filter((run) => at(run) >= large),
    },
  ];
}

/** One run in the interval that was made without it. */
interface Asked {
  readonly of: Measured;
  readonly level: number;
  readonly trial: Trial;
  readonly source: string;
  readonly inside: boolean;
  readonly width: number;
  readonly score: number;
}

/** How often intervals hold at each of `LEVELS`. */
export function coverageOf(runs: readonly MeasuredRun[]): readonly Coverage[] {
  const asked = trialsOf(runs).flatMap((trial) => askedIn(trial));
  return measured.flatMap((of) =>
    LEVELS.flatMap((level) =>
      groupsOf(asked.filter((one) => one.of === of && one.level === level)).map(([without, name, group]) => ({
        ...{ of, without, name, level },
        ...summaryOf(group),
      })),
    ),
  );
}

/** All of what was left out together, and each of its classes. */
function groupsOf(asked: readonly Asked[]): readonly (readonly [Without, string, readonly Asked[]])[] {
  const kinds = [...new Set(asked.map(({ trial }) => trial.without))];
  return kinds.flatMap((without) => {
    const these = asked.filter(({ trial }) => trial.without === without);
    const names = [...new Set(these.map(({ trial }) => trial.name))];
    const each = names.map(
      (name) => [without, name, these.filter(({ trial }) => trial.name === name)] as const,
    );
    return [[without, "all", these] as const, ...(each.length > 1 ? each : [])];
  });
}

function askedIn(trial: Trial): readonly Asked[] {
  const shifts = shiftsOf(trial.from);
  return LEVELS.flatMap((level) => {
    const table = lookupIn(residualTable(trial.from, level, shifts));
    return measured.flatMap((of) =>
      trial.asked.flatMap((run) => {
        const judged = judge(table, of, run, level);
        return judged ? [{ of, level, trial, source: run.source, ...judged }] : [];
      }),
    );
  });
}

function judge(table: Residuals, of: Measured, { kind, sizes: at, ...run }: MeasuredRun, level: number) {
  const value = run[of];
  const basis = value === null ? null : basisOf(table, of, { kind, sizes: at, device: "", guessed: false });
  if (value === null || !basis) return null;
  const { low, high } = basis.ends;
  const missed = Math.max(0, low - value, value - high);
  return {
    inside: missed === 0,
    width: Math.exp(high - low),
    score: high - low + (2 / (1 - level)) * missed,
  };
}

function summaryOf(asked: readonly Asked[]): Omit<Coverage, "of" | "without" | "name" | "level"> {
  const sources = [...new Set(asked.map(({ source }) => source))].map((source) =>
    asked.filter((one) => one.source === source),
  );
  const inside = ({ inside: held }: Asked) => (held ? 1 : 0);
  const bySource = (value: (one: Asked) => number) =>
    meanOf(sources.map((group) => meanOf(group.map(value))));
  return {
    runs: asked.length,
    inside: meanOf(asked.map(inside)),
    bySource: bySource(inside),
    width: median(asked.map(({ width }) => width)),
    score: bySource(({ score }) => score),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
