/** Calibration of devices, links and software stacks from measured runs. */
export { benchmarkRows, readBenchmark } from "./benchmarks/readBenchmark.ts";
export { type Calibration, calibrate } from "./calibrate.ts";
export { calibrationData } from "./calibrationData.ts";
export { calibrationDocument, skippedTable } from "./calibrationDocument.ts";
export { missingColumns } from "./columns.ts";
export { overlay } from "./overlay.ts";
export { type Run, readRuns } from "./readRuns.ts";
export { type MeasuredNumbers, type SharedRun, sharedRun } from "./share/sharedRun.ts";
