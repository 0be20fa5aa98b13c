import type { SkippedRow } from "../validation/statistics/skipped.ts";
import type { Calibration } from "./calibrate.ts";

/** Calibration as data in base units: the output of `dtp calibrate --json`. */
export function calibrationData({ constants, errors, runs }: Calibration, skipped: readonly SkippedRow[]) {
  return {
    constants: constants.map(({ path, owner, measurements, start, value, found }) => ({
      path,
      owner,
      measurements,
      before: start,
      value,
      range: found?.range ?? null,
      determined: found?.determined ?? 0,
      atLimit: found?.atLimit ?? false,
      trades: found?.trades ?? null,
    })),
    errors: errors.map(({ fitted, of, before, after }) => ({
      part: fitted ? "fitted" : "held out",
      of,
      before,
      after,
    })),
    runs: runs.map(({ run, fitted, before, after }) => ({
      id: run.row.id,
      fitted,
      metric: before.time?.metric ?? null,
      measured: before.time?.measured ?? null,
      predictedBefore: before.time?.predicted ?? null,
      predicted: after.time?.predicted ?? null,
      relErrorBefore: before.timeError,
      relError: after.timeError,
      memMeasured: before.memory?.measured ?? null,
      memPredictedBefore: before.memory?.predicted ?? null,
      memPredicted: after.memory?.predicted ?? null,
      memRelErrorBefore: before.memoryError,
      memRelError: after.memoryError,
    })),
    skipped,
  };
}
