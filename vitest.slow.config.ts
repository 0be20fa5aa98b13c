import { defineConfig } from "vitest/config";
import { shared, slow } from "./vitest.config.ts";

/** Slow tests, and the laws of physics on some 5,000 scenarios instead of the 175 of `npm test`. */
export default defineConfig({
  test: { ...shared, include: [...slow, "test/engine/physics.test.ts"], env: { PHYSICS: "720" } },
});
