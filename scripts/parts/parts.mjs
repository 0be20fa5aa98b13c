/**
 * Parts of the program that load when they are first called, by name, each with its doors: source files of which every export is a
 * function (`test/web/parts.test.ts`). What only a part reaches is in no other bundle. A file that two parts reach stays in the main bundle.
 */
export const parts = {
  /** Launch files and configurations of other programs, read and written. */
  launch: [
    "src/launch/readLaunch.ts",
    "src/launch/run/job.ts",
    "src/launch/targets/targetText.ts",
    "src/dsl/huggingface/modelText.ts",
  ],
  /** Completion, hover and help of editors, and names as TypeScript cells read them. */
  editor: ["src/dsl/services/complete.ts", "src/dsl/services/hover.ts", "src/session/sheet/sheet.ts"],
  /** Figures, drawn from values and as SVG. */
  plot: ["src/session/plot/runPlot.ts", "src/report/svg/figureSvg.ts"],
  /** The verbs `explain`, `compare` and `diagnose`, and questions such as sensitivities. */
  explain: [
    "src/session/explain/runExplain.ts",
    "src/session/compare/runCompare.ts",
    "src/session/diagnose/runDiagnose.ts",
    "src/session/questions/sensitivity.ts",
    "src/session/questions/crossovers.ts",
    "src/engine/core/derivations.ts",
  ],
  /** Searches over plans, and questions asked backwards. */
  search: [
    "src/engine/search/searchPlans.ts",
    "src/engine/search/nearestFit.ts",
    "src/engine/search/resultRanges.ts",
    "src/dsl/evaluate/solve/runSolve.ts",
  ],
  /** Serving, RL post-training, and jobs in a queue. */
  serving: [
    "src/engine/serving/inference.ts",
    "src/engine/serving/meanSteps.ts",
    "src/engine/serving/servingLoad.ts",
    "src/engine/serving/servingScenario.ts",
    "src/engine/rl/rlStep.ts",
    "src/engine/rl/rlRefusals.ts",
    "src/engine/queue/queueEstimate.ts",
    "src/engine/queue/simulateQueue.ts",
    "src/engine/queue/queueRefusals.ts",
    "src/engine/queue/arrivals.ts",
    "src/engine/queue/nodeFailures.ts",
  ],
  /** Messages of diagnostics. */
  messages: ["src/dsl/diagnostics/make.ts", "src/dsl/diagnostics/codeIn.ts"],
};
