import { defineConfig } from "vitest/config";
import { shared, slow } from "./vitest.config.ts";

/** Tests that `npm test` runs on fewer cases or blocks: SUITE gives them all. The laws of physics are tried on some 5,000 scenarios. */
const more = [
  "test/docs/docs.test.ts",
  "test/dsl/syntax/format.property.test.ts",
  "test/engine/physics.test.ts",
  "test/engine/schedules/schedules.test.ts",
  "test/engine/trainingStep/pools/properties.test.ts",
  "test/launch/roundTrip.test.ts",
  "test/uncertainty/widenings.test.ts",
];

/** Slow tests. */
export default defineConfig({
  test: { ...shared, include: [...slow, ...more], env: { SUITE: "slow" } },
});
