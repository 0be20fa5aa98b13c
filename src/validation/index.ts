/** The engine against measured runs: tables in, errors by group out. */
export { collectiveProgram, isCollective } from "./collectives/collectiveProgram.ts";
export { type CollectiveBoard, validateCollectives } from "./collectives/collectives.ts";
export { collectivesText } from "./collectives/collectivesMarkdown.ts";
export { isKernel } from "./kernels/kernel.ts";
export { kernelsMarkdown } from "./kernels/kernelsMarkdown.ts";
export { kernelsText } from "./kernels/kernelsText.ts";
export { type KernelBoard, validateKernels } from "./kernels/validateKernels.ts";
export { programOf } from "./programs/program.ts";
export { type Row, readRows, rowOf } from "./row.ts";
export { type Coverage, coverageOf } from "./scoreboard/coverage.ts";
export { coverageMarkdown } from "./scoreboard/coverageMarkdown.ts";
export { measuredErrorsCsv } from "./scoreboard/measuredErrorsCsv.ts";
export { measuredRunsCsv } from "./scoreboard/measuredRunsCsv.ts";
export { measuredRuns, residualsModule } from "./scoreboard/residuals.ts";
export { scoreboardMarkdown } from "./scoreboard/scoreboardMarkdown.ts";
export { scoreboardText } from "./scoreboard/scoreboardText.ts";
export { type Group, judgeRows, type Scoreboard, scoreboardOf, validate } from "./scoreboard/validate.ts";
