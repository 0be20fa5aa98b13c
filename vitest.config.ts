import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/jupyter/**", "test/browser/**", "test/notebooks/**"],
    setupFiles: ["test/support/propertySeed.ts"],
    // A slow machine is no failure: limits are for what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Modules hold no state that one test could leave to the next, and loading them anew for each file doubles the time.
    isolate: false,
    // A worker a core: one less is vitest's own choice, which is half of a small machine.
    maxWorkers: "100%",
  },
});
