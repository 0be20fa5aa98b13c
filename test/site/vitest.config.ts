import { defineConfig } from "vitest/config";

// Pages served as a static site, in Chromium and Firefox; `npm run test:site` builds first. Not part of the quick suite.
export default defineConfig({
  test: {
    include: ["test/site/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
  },
});
