import {
  basisOf,
  LEVEL,
  learn,
  lookupIn,
  type Measured,
  type MeasuredRun,
  measured,
  type Residuals,
  residualTable,
  scoreOf,
} from "../../uncertainty/index.ts";
import { median } from "../statistics/statistics.ts";
import { type LeftOut, type Trial, trialsOf } from "./trials.ts";

/**
 * Kinds of predictions that intervals are tested on: hand-written programs of runs in the tables, and of runs
 * in no table; held-out rows as users would write them, and as tables have them.
 */
export const asking = ["by hand", "elsewhere", "written", "by table"] as const;
export type Asking = (typeof asking)[number];

/** Coverage of intervals on runs that were left out when they were made. */
export interface Coverage {
  readonly of: Measured;
  readonly without: LeftOut;
  /** Class that was left out, such as `hopper`; "all" for the sum over classes. */
  readonly name: string;
  readonly level: number;
  readonly asked: Asking;
  readonly runs: number;
  readonly sources: number;
  /**
   * Share of runs inside the interval (`inside`), and the mean over sources of each source's share
   * (`bySource`).
   */
  readonly inside: number;
  readonly bySource: number;
  /** Share of runs inside the interval, without the source that has the most runs. */
  readonly butLargest: number;
  /** Median of upper end / lower end. */
  readonly width: number;
  /** Median of the interval's width over its width with nothing left out. */
  readonly wider: number;
  /**
   * Mean over sources of the interval score of log(measured / predicted) (Gneiting and Raftery 2007): width
   * plus a penalty for misses. Lower is better.
   */
  readonly score: number;
}

export const LEVELS = [0.5, LEVEL, 0.9] as const;

/** One run with the interval that was made without it. */
interface Asked {
  readonly of: Measured;
  readonly level: number;
  readonly trial: Trial;
  readonly asked: Asking;
  readonly source: string;
  readonly inside: boolean;
  readonly width: number;
  readonly wider: number;
  readonly score: number;
}

/** Coverage of intervals at each of `levels`. */
export function coverageOf(
  runs: readonly MeasuredRun[],
  levels: readonly number[] = LEVELS,
): readonly Coverage[] {
  const whole = learn(runs);
  const shipped = levels.map((level) => lookupIn(residualTable(runs, level, whole)));
  const found = trialsOf(runs).flatMap((trial) => {
    const learnt = trial.from === runs ? whole : learn(trial.from, whole.pools);
    return levels.flatMap((level, at) => {
      const known = shipped[at] as Residuals;
      const table = trial.from === runs ? known : lookupIn(residualTable(trial.from, level, learnt));
      return trial.asked.flatMap((run) => judge({ table, known, trial, level }, run));
    });
  });
  return measured.flatMap((of) =>
    levels.flatMap((level) =>
      asking.flatMap((asked) =>
        groupsOf(found.filter((one) => one.of === of && one.level === level && one.asked === asked)).map(
          ([without, name, group]): Coverage => ({
            ...{ of, without, name, level, asked },
            ...summaryOf(group),
          }),
        ),
      ),
    ),
  );
}

/** Groups of runs per trial: all classes that were left out together, and each class. */
function groupsOf(asked: readonly Asked[]): readonly (readonly [LeftOut, string, readonly Asked[]])[] {
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

interface Court {
  readonly table: Residuals;
  /** Table with nothing left out. */
  readonly known: Residuals;
  readonly trial: Trial;
  readonly level: number;
}

function judge({ table, known, trial, level }: Court, run: MeasuredRun): readonly Asked[] {
  const subject = { kind: run.kind, sizes: run.sizes, device: "", guessed: false };
  return measured.flatMap((of) => {
    const ends = basisOf(table, of, subject)?.ends;
    const inside = basisOf(known, of, subject)?.ends;
    if (!ends || !inside) return [];
    const width = ends.high - ends.low;
    return asking.flatMap((asked): readonly Asked[] => {
      const value = missedIn(run, of, asked);
      if (value === null) return [];
      return [
        {
          ...{ of, level, trial, asked, source: run.source },
          inside: ends.low <= value && value <= ends.high,
          width: Math.exp(width),
          wider: width / (inside.high - inside.low),
          score: scoreOf({ middle: ends.median, halfWidth: width / 2 }, value, level),
        },
      ];
    });
  });
}

/** Residual of a run for one kind of prediction. null where the run is not of that kind. */
function missedIn(run: MeasuredRun, of: Measured, asked: Asking): number | null {
  const tabled = run.byTable[of] !== null;
  const asks = {
    written: run.heldOut && tabled,
    "by table": run.heldOut,
    "by hand": run.byHand && tabled,
    elsewhere: run.byHand && !tabled,
  } satisfies Readonly<Record<Asking, boolean>>;
  if (!asks[asked]) return null;
  return asked === "by table" ? run.byTable[of] : run.missed[of];
}

function summaryOf(asked: readonly Asked[]): Omit<Coverage, "of" | "without" | "name" | "level" | "asked"> {
  const sources = [...new Set(asked.map(({ source }) => source))].map((source) =>
    asked.filter((one) => one.source === source),
  );
  const [largest] = [...sources].sort((a, b) => b.length - a.length);
  const inside = ({ inside: held }: Asked) => (held ? 1 : 0);
  const bySource = (value: (one: Asked) => number) =>
    meanOf(sources.map((group) => meanOf(group.map(value))));
  return {
    runs: asked.length,
    sources: sources.length,
    inside: meanOf(asked.map(inside)),
    bySource: bySource(inside),
    butLargest: meanOf(asked.filter((one) => !largest?.includes(one)).map(inside)),
    width: median(asked.map(({ width }) => width)),
    wider: median(asked.map(({ wider }) => wider)),
    score: bySource(({ score }) => score),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
