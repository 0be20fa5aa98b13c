import { defineConfig } from "vitest/config";

// What needs Chromium; `npm run test:browser` builds first. Not part of the quick suite.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // Pages that are open at once, in tests that say so.
    maxConcurrency: 3,
    // A slow machine is no failure; vitest's own limit is one second.
    expect: { poll: { timeout: 60_000 } },
  },
});
