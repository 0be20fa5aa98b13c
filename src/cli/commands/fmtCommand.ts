import type { Command } from "./command.ts";

export const fmtCommand: Command = {
  name: "fmt",
  operands: "FILE|DIR...|-",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "format files in the canonical form",
  flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file is not in canonical form" }],
  details: [
    "With - it formats standard input to standard output. A file with syntax errors is left as it is.",
    "In a notebook (.ipynb) that you name, code cells without magics are formatted.",
  ],
  examples: ["fmt plan.dtp", "fmt --check .", "fmt lesson.ipynb"],
  load: async () => (await import("../actions/fmt.ts")).fmt,
};
