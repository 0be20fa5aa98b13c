import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/jupyter/**", "test/browser/**", "test/notebooks/**"],
    testTimeout: 60_000,
  },
});
