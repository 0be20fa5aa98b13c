import { defineConfig } from "vitest/config";

/**
 * Slow tests: each goes through thousands of plans, rows or random texts and takes from three seconds to minutes
 * of processor time. `npm run test:slow` and continuous integration run them; `npm test` does not.
 */
export const slow = [
  "test/calibration/calibrate.test.ts",
  "test/calibration/overlay.test.ts",
  "test/cli/actions/calibrate.test.ts",
  "test/cli/diff/tables.test.ts",
  "test/cli/lock/runner.test.ts",
  "test/cli/longTable.test.ts",
  "test/cli/shards/shards.test.ts",
  "test/docs/challenges.test.ts",
  "test/docs/course.test.ts",
  "test/docs/exam.test.ts",
  "test/docs/notebooksFit.test.ts",
  "test/docs/studies.test.ts",
  "test/docs/variants.test.ts",
  "test/dsl/syntax/fuzz.test.ts",
  "test/engine/compiled/trace.test.ts",
  "test/engine/factor.test.ts",
  "test/engine/properties.test.ts",
  "test/engine/queue/queueLaws.test.ts",
  "test/engine/refusals/idleFields.test.ts",
  "test/engine/rl/generation.test.ts",
  "test/engine/schedules/chainCounter.test.ts",
  "test/engine/search/bounds.test.ts",
  "test/engine/search/endlessRuns.test.ts",
  "test/engine/search/memoMutations.test.ts",
  "test/engine/search/searchPlans.test.ts",
  "test/engine/space.test.ts",
  "test/engine/trainingRun/run/simulation.test.ts",
  "test/engine/trainingStep/memory/recomputedLayers.test.ts",
  "test/firsthour/importCuts.test.ts",
  "test/host/compiledModule.test.ts",
  "test/host/threads.test.ts",
  "test/kernel/interrupts.test.ts",
  "test/kernel/robustness.test.ts",
  "test/kernel/ts/nodeOnDemand.test.ts",
  "test/launch/everyField.test.ts",
  "test/launch/searched.test.ts",
  "test/report/figures/thin.test.ts",
  "test/session/fits.test.ts",
  "test/session/fronts.test.ts",
  "test/session/fuzz.test.ts",
  "test/session/interrupts.test.ts",
  "test/session/largeTables.test.ts",
  "test/session/nearMisses.test.ts",
  "test/session/planSearch.test.ts",
  "test/session/questions/crossovers.test.ts",
  "test/session/questions/sensitivity.test.ts",
  "test/session/solve.test.ts",
  "test/session/sweptRows.test.ts",
  "test/session/tables.test.ts",
  "test/session/threads/threads.test.ts",
  "test/session/uncertainInputs.test.ts",
  "test/validation/scoreboard/coverage.test.ts",
  "test/validation/scoreboard/validate.test.ts",
];

/** Tests with a configuration of their own, because they need a build, a browser or Python. */
export const elsewhere = [
  "test/editors/extension/**",
  "test/jupyter/**",
  "test/browser/**",
  "test/site/**",
  "test/notebooks/**",
];

/** Settings shared by both suites. */
export const shared = {
  setupFiles: ["test/support/propertySeed.ts"],
  // Time limits only catch a test that hangs: a slow machine must not fail.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  // Modules hold no state that one test could leave to the next. Reloading them for each file doubles the time.
  isolate: false,
  // Modules as vite transformed them stay in node_modules from run to run, by the hash of their text. A first run gains nothing.
  experimental: { fsModuleCache: true },
  // One worker per core. vitest's default is one less, which is half of a small machine.
  maxWorkers: "100%",
};

export default defineConfig({
  test: {
    ...shared,
    include: ["test/**/*.test.ts"],
    // A file given by name runs, slow or not.
    exclude: [
      ...elsewhere,
      ...(process.argv.some((argument) => /\.test\.ts$|^test\//.test(argument)) ? [] : slow),
    ],
  },
});
