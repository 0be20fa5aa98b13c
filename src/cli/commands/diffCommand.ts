import type { Command } from "./command.ts";

export const diffCommand: Command = {
  name: "diff",
  operands: "A B | --git REV [FILE...]",
  count: [0, Number.POSITIVE_INFINITY],
  summary: "what changed between two programs, and the effect on every result",
  flags: [
    { name: "--git", value: "REV", doc: "compare files with their version in this git revision" },
    { name: "--markdown", doc: "print Markdown, for a pull request" },
    { name: "--json", doc: "print {changes, scenarios, tables}, in base units" },
  ],
  details: [
    "Scenarios, searches and sweeps are evaluated; each difference is attributed to the changes.",
    "Without files, --git compares all .dtp files that differ.",
    "Exit status: 0 no difference, 1 differences, 2 an error. Use as a driver of git diff: docs/diff.md.",
  ],
  examples: ["diff old.dtp new.dtp", "diff --git main -- plan.dtp", "diff --git origin/main --markdown"],
  load: async () => (await import("../diff/diff.ts")).diff,
};
