import type { Command } from "./command.ts";

export const fmtCommand: Command = {
  name: "fmt",
  operands: "FILE|DIR...|-",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "format files in the canonical form",
  flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file is not in canonical form" }],
  details: [
    "With - it formats standard input to standard output. A file with syntax errors is left as it is.",
    "The code cells of a notebook (.ipynb) are formatted where you name the file; cells with magics stay as they are.",
  ],
  examples: ["fmt plan.dtp", "fmt --check .", "fmt lesson.ipynb"],
  load: async () => (await import("../actions/fmt.ts")).fmt,
};
