import type { Command } from "./command.ts";

export const fixCommand: Command = {
  name: "fix",
  operands: "FILE|DIR...|-",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "correct the mistakes that have one obvious correction",
  flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file could be corrected" }],
  details: [
    "Applies the corrections that messages show after `write:`, such as misspelt names and units or",
    "missing commas, and prints the mistakes that remain. With - it reads standard input and writes",
    "standard output.",
  ],
  examples: ["fix plan.dtp", "fix --check ."],
  load: async () => (await import("../actions/fix.ts")).fix,
};
