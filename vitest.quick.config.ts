import { defineConfig } from "vitest/config";
import { shared, slow } from "./vitest.config.ts";

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
  // Files of the remaining folders that take more than two seconds of a busy core.
  "test/dsl/schema/stacks.test.ts",
  "test/engine/physics.test.ts",
  "test/engine/schedules/scheduleTime.test.ts",
  "test/engine/schedules/schedules.test.ts",
  "test/engine/trainingStep/model/modelParts.test.ts",
  "test/launch/roundTrip.test.ts",
  "test/report/figures/figures.test.ts",
  "test/report/figures/timeline/timeline.test.ts",
  "test/report/figures/topology/topology.test.ts",
];

/** Node only, under a minute on two cores: the language, the engine, sessions, reports and launch files. */
export default defineConfig({
  test: {
    ...shared,
    include: ["test/**/*.test.ts"],
    exclude: ["test/jupyter/**", "test/browser/**", "test/site/**", "test/notebooks/**", ...slow, ...left],
  },
});
