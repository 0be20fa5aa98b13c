import { defineConfig } from "vitest/config";
import { elsewhere, shared, slow } from "./vitest.config.ts";

/** Folders and files that `npm run test:quick` leaves to `npm test`: most of the time, and few of the mistakes that a change makes first. */
const left = [
  // Programs of documents, lessons, papers, reports and first hours, evaluated whole.
  "test/docs/**",
  "test/firsthour/**",
  "test/std/**",
  // Processes, and what they load.
  "test/cli/**",
  "test/integrations/**",
  "test/kernel/**",
  "test/library/**",
  "test/scripts/**",
  // Tables of measured runs, row by row.
  "test/calibration/**",
  "test/validation/**",
  // Files of the remaining folders that take about two seconds of a core or more.
  "test/architecture/functions.test.ts",
  "test/dsl/schema/stacks.test.ts",
  "test/engine/compiled/handedOver.test.ts",
  "test/engine/formulas/symbolic.test.ts",
  "test/engine/physics.test.ts",
  "test/engine/schedules/scheduleTime.test.ts",
  "test/engine/schedules/schedules.test.ts",
  "test/engine/search/memos.test.ts",
  "test/engine/search/nearestFit.test.ts",
  "test/engine/serving/simulateServing.test.ts",
  "test/engine/trainingStep/experts/expertLoads.test.ts",
  "test/engine/trainingStep/model/modelParts.test.ts",
  "test/launch/chakra/chakraFiles.test.ts",
  "test/launch/roundTrip.test.ts",
  "test/launch/scripts.test.ts",
  "test/report/figures/figures.test.ts",
  "test/report/figures/timeline/timeline.test.ts",
  "test/report/figures/topology/topology.test.ts",
  "test/session/degrees.test.ts",
  "test/session/givenTimes.test.ts",
  "test/session/plot/uncertainPlot.test.ts",
  "test/session/pools.test.ts",
  "test/session/recomputedLayers.test.ts",
  "test/session/rl.test.ts",
  "test/session/searchFunctions.test.ts",
  "test/session/serving.test.ts",
  "test/uncertainty/factor.test.ts",
];

/** Node only, under a minute on two cores: the language, the engine, sessions, reports and launch files. */
export default defineConfig({
  test: {
    ...shared,
    env: { SUITE: "quick" },
    include: ["test/**/*.test.ts"],
    exclude: [...elsewhere, ...slow, ...left],
  },
});
