import { defineConfig } from "vitest/config";
import { shared, slow } from "./vitest.config.ts";

/** The slow tests, and the laws of physics on some 5,000 scenarios in all where `npm test` has 175. */
export default defineConfig({
  test: { ...shared, include: [...slow, "test/engine/physics.test.ts"], env: { PHYSICS: "720" } },
});
