import type { Command } from "./command.ts";

export const diffCommand: Command = {
  name: "diff",
  operands: "A B | --git REV [FILE...]",
  count: [0, Number.POSITIVE_INFINITY],
  summary: "what changed between two programs, and what that does",
  flags: [
    { name: "--git", value: "REV", doc: "compare files with what this revision of their repository has" },
    { name: "--markdown", doc: "print Markdown, for a pull request" },
    { name: "--json", doc: "print {changes, scenarios, tables}, in base units" },
  ],
  details: [
    "Scenarios, searches and sweeps are worked out; each difference is shared out among the changes.",
    "Without files, --git compares all .dtp files that differ.",
    "Exit status 0 for no difference, 1 for some, 2 for trouble. docs/diff.md: as a driver of git diff.",
  ],
  examples: ["diff old.dtp new.dtp", "diff --git main -- plan.dtp", "diff --git origin/main --markdown"],
  load: async () => (await import("../diff/diff.ts")).diff,
};
