import { defineConfig } from "vitest/config";

// Grammars, and the extension of VS Code as it is built; `npm run test:editors` builds first.
export default defineConfig({
  test: {
    include: ["test/editors/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
    isolate: false,
  },
});
