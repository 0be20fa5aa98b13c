/** The engine against measured runs: tables in, errors by group out. */
export { collectiveProgram, isCollective } from "./collectiveProgram.ts";
export { type CollectiveBoard, validateCollectives } from "./collectives.ts";
export { collectivesText } from "./collectivesMarkdown.ts";
export { type Coverage, coverageMarkdown, coverageOf } from "./coverage.ts";
export { isKernel } from "./kernels/kernel.ts";
export { kernelsMarkdown } from "./kernels/kernelsMarkdown.ts";
export { kernelsText } from "./kernels/kernelsText.ts";
export { type KernelBoard, validateKernels } from "./kernels/validateKernels.ts";
export { measuredErrorsCsv } from "./measuredErrorsCsv.ts";
export { measuredRunsCsv } from "./measuredRunsCsv.ts";
export { programOf } from "./program.ts";
export { measuredRuns, residualsModule } from "./residuals.ts";
export { type Row, readRows, rowOf } from "./row.ts";
export { scoreboardMarkdown } from "./scoreboardMarkdown.ts";
export { scoreboardText } from "./scoreboardText.ts";
export { type Group, judgeRows, type Scoreboard, scoreboardOf, validate } from "./validate.ts";
