import type { FieldRow } from "../dsl/schema/index.ts";
import { type Errors, errorsOf } from "../validation/statistics/statistics.ts";
import type { Constant } from "./constant.ts";
import { type Fit, fitConstants } from "./fit.ts";
import { type Outcome, outcomeOf, type Run } from "./readRuns.ts";
import { scaleOf } from "./scale.ts";
import { rounded } from "./written.ts";

/** A constant after the fit. Values in base units. */
export interface FittedConstant {
  readonly path: string;
  readonly field: FieldRow;
  readonly owner: string;
  /** Measured times and memories of the fit that are sensitive to it. */
  readonly measurements: number;
  readonly start: number;
  readonly value: number;
  /** null where the runs of the fit say next to nothing of it; `value` is then `start`. */
  readonly found: Found | null;
}

export interface Found {
  /** From 2.5 to 97.5%, if runs erred independently of each other. */
  readonly range: readonly [least: number, most: number];
  /** How much of what is known of it the runs say, the rest being the prior: 0 nothing, 1 all. */
  readonly determined: number;
  readonly atLimit: boolean;
  /** The constant that can most nearly take its place, with the correlation of their errors. */
  readonly trades: { readonly path: string; readonly owner: string; readonly correlation: number } | null;
}

export interface CalibratedRun {
  readonly run: Run;
  /** Whether the constants were fitted on it. */
  readonly fitted: boolean;
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Errors of the runs that were fitted on or of the others, before and after. */
export interface ErrorsOfPart {
  readonly fitted: boolean;
  readonly of: "time" | "memory";
  readonly before: Errors;
  readonly after: Errors;
}

export interface Calibration {
  readonly constants: readonly FittedConstant[];
  readonly runs: readonly CalibratedRun[];
  /** What the constants of the device belong to, where runs of several devices share one set. */
  readonly device: string | undefined;
  readonly errors: readonly ErrorsOfPart[];
}

export interface CalibrateOptions {
  /** The runs to fit on; the errors of the others are reported beside them. */
  readonly isFitted: (run: Run) => boolean;
  /** Paths of the fields to fit; all that the schema marks as calibrated without. */
  readonly paths?: ReadonlySet<string>;
  /** Where runs of several devices are to share one set of the device's constants: what to call it. */
  readonly device?: string;
  readonly progress?: (estimates: number) => void;
}

/** Fits the constants of devices, links and software stacks to measured runs. The runs' scenarios keep the fitted values. */
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

/** The constants of all runs: one for each path, owner and value that it starts from. */
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

/** `cluster.scale_up` of `cluster.scale_up.efficiency`. */
const recordOf = (path: string) => path.slice(0, path.lastIndexOf("."));

export const ownerIn = ({ path, owner }: Run["places"][number], device: string | undefined) =>
  device !== undefined && path.startsWith("cluster.device.") ? device : owner;

/** A constant that hardly moved and is as uncertain as before is noise to whoever reads it. */
const saysSomething = ({ steps, deviation }: Fit) => deviation ** 2 < 0.95 || Math.abs(steps) > 0.25;

/** The found value, rounded as an overlay writes it, put into the scenarios. */
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
