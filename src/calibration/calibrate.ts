import type { FieldRow } from "../dsl/schema/index.ts";
import { type Errors, errorsOf } from "../validation/statistics/statistics.ts";
import type { Constant } from "./constant.ts";
import { type Fit, fitConstants } from "./fit.ts";
import { type Outcome, outcomeOf, type Run } from "./readRuns.ts";
import { scaleOf } from "./scale.ts";
import { rounded } from "./written.ts";

/** A constant after the fit. Values are in base units. */
export interface FittedConstant {
  readonly path: string;
  readonly field: FieldRow;
  readonly owner: string;
  /** Number of measured times and memories that are sensitive to it. */
  readonly measurements: number;
  readonly start: number;
  readonly value: number;
  /** Result of the fit. null where the runs say next to nothing of the constant; `value` is then `start`. */
  readonly found: Found | null;
}

export interface Found {
  /** Range from 2.5 to 97.5 %, if runs err independently. */
  readonly range: readonly [least: number, most: number];
  /**
   * Share of the constant's certainty that comes from the runs, from 0 to 1. The rest comes from the prior.
   */
  readonly determined: number;
  readonly atLimit: boolean;
  /** Constant that this one is most confused with, and the correlation of their errors. */
  readonly trades: { readonly path: string; readonly owner: string; readonly correlation: number } | null;
}

export interface CalibratedRun {
  readonly run: Run;
  /** True where the constants were fitted on the run. */
  readonly fitted: boolean;
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Errors before and after the fit, of the fitted runs or of the others. */
export interface ErrorsOfPart {
  readonly fitted: boolean;
  readonly of: "time" | "memory";
  readonly before: Errors;
  readonly after: Errors;
}

export interface Calibration {
  readonly constants: readonly FittedConstant[];
  readonly runs: readonly CalibratedRun[];
  /** Owner of the device's constants, where runs of several devices share one set. */
  readonly device: string | undefined;
  readonly errors: readonly ErrorsOfPart[];
}

export interface CalibrateOptions {
  /** True for runs to fit on. Errors of the others are reported separately. */
  readonly isFitted: (run: Run) => boolean;
  /** Paths of the fields to fit. By default all that the schema marks as calibrated. */
  readonly paths?: ReadonlySet<string>;
  /** Name of the shared set, where runs of several devices share one set of device constants. */
  readonly device?: string;
  readonly progress?: (estimates: number) => void;
}

/**
 * Fits the constants of devices, links and software stacks to measured runs. The runs' scenarios keep the
 * fitted values.
 */
export function calibrate(runs: readonly Run[], options: CalibrateOptions): Calibration {
  const { isFitted, paths, progress } = options;
  const before = runs.map(known);
  const all = constantsOf(runs, options.device).filter(({ path }) => !paths || paths.has(path));
  const used = all.filter((constant) => constant.runs.some(isFitted));
  const found = fitConstants(runs.filter(isFitted), used, progress);
  const constants = used.map((constant, at) => settle(constant, found[at] ?? null));
  const calibrated = runs.map((run, at): CalibratedRun => {
    const was = before[at] ?? nothing;
    return { run, fitted: isFitted(run), before: was, after: known(run) };
  });
  return { constants, runs: calibrated, device: options.device, errors: errorsBefore(calibrated) };
}

const nothing: Outcome = { time: null, memory: null, timeError: null, memoryError: null };

function known(run: Run): Outcome {
  const outcome = outcomeOf(run);
  return typeof outcome === "string" ? nothing : outcome;
}

/** Constants of all runs: one for each path, owner and initial value. */
function constantsOf(runs: readonly Run[], device?: string): readonly Constant[] {
  const groups = new Map<string, { readonly run: Run; readonly place: Run["places"][number] }[]>();
  for (const run of runs) {
    for (const place of run.places) {
      const key = [place.path, ownerIn(place, device), place.holder[place.key]].join("|");
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ run, place });
    }
  }
  const constants = [...groups.values()].flatMap((members): readonly Constant[] => {
    const [first] = members;
    if (!first) return [];
    const { path, field, holder, key } = first.place;
    const start = Number(holder[key]);
    return [
      {
        path,
        field,
        owner: ownerIn(first.place, device),
        start,
        scale: scaleOf(field, start),
        runs: members.map(({ run }) => run),
        set(value) {
          for (const { place } of members) place.holder[place.key] = value;
        },
      },
    ];
  });
  const records = [...new Set(constants.map(({ path }) => recordOf(path)))];
  return constants.sort(
    (one, other) => records.indexOf(recordOf(one.path)) - records.indexOf(recordOf(other.path)),
  );
}

/** Path of a field's record: `cluster.scale_up` for `cluster.scale_up.efficiency`. */
const recordOf = (path: string) => path.slice(0, path.lastIndexOf("."));

export const ownerIn = ({ path, owner }: Run["places"][number], device: string | undefined) =>
  device !== undefined && path.startsWith("cluster.device.") ? device : owner;

/** True where a fit is informative: the constant moved, or its uncertainty fell. */
const saysSomething = ({ steps, deviation }: Fit) => deviation ** 2 < 0.95 || Math.abs(steps) > 0.25;

/** Result of a constant. The fitted value is rounded as the overlay writes it, and set in the scenarios. */
function settle(constant: Constant, answer: Fit | null): FittedConstant {
  const { path, field, owner, start, scale } = constant;
  const fit = answer && saysSomething(answer) ? answer : null;
  const value = fit ? rounded(scale.valueAt(fit.steps), field) : start;
  constant.set(value);
  return {
    path,
    field,
    owner,
    measurements: answer?.measurements ?? 0,
    start,
    value,
    found: fit && {
      range: [
        scale.valueAt(fit.steps - 1.96 * fit.deviation),
        scale.valueAt(fit.steps + 1.96 * fit.deviation),
      ],
      determined: Math.max(0, 1 - fit.deviation ** 2),
      atLimit: fit.steps <= scale.least + 1e-6 || fit.steps >= scale.most - 1e-6,
      trades: fit.trades && {
        path: fit.trades.constant.path,
        owner: fit.trades.constant.owner,
        correlation: fit.trades.correlation,
      },
    },
  };
}

function errorsBefore(runs: readonly CalibratedRun[]): readonly ErrorsOfPart[] {
  const parts: ErrorsOfPart[] = [];
  for (const fitted of [true, false]) {
    for (const of of ["time", "memory"] as const) {
      const those = runs.filter((one) => one.fitted === fitted);
      const errors = (when: "before" | "after") =>
        errorsOf(
          those.flatMap((one) => {
            const error = of === "time" ? one[when].timeError : one[when].memoryError;
            return error === null ? [] : [error];
          }),
        );
      const before = errors("before");
      const after = errors("after");
      if (before && after) parts.push({ fitted, of, before, after });
    }
  }
  return parts;
}
