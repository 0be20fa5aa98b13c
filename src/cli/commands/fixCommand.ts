import type { Command } from "./command.ts";

export const fixCommand: Command = {
  name: "fix",
  operands: "FILE|DIR...|-",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "mend the mistakes that have one obvious mending",
  flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file could be mended" }],
  details: [
    "Applies what messages show behind `write:`: words of other languages, misspelt names and units,",
    "missing commas. Mistakes that are left are printed. With - it goes from standard input to",
    "standard output.",
  ],
  examples: ["fix plan.dtp", "fix --check ."],
  load: async () => (await import("../actions/fix.ts")).fix,
};
