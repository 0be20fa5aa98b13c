import type { Command } from "./command.ts";

export const diffCommand: Command = {
  name: "diff",
  operands: "A B | --git REV -- FILE...",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "what changed between two programs, and what that does",
  flags: [
    { name: "--git", value: "REV", doc: "compare files with what this revision of their repository has" },
    { name: "--markdown", doc: "print Markdown, for a pull request" },
    { name: "--json", doc: "print {changes, scenarios}, in base units" },
  ],
  details: [
    "Every scenario that both have is worked out; each difference is shared out among the changes.",
    "Exit status 0 for no difference, 1 for some, 2 for trouble. docs/diff.md: as a driver of git diff.",
  ],
  examples: [
    "diff old.dtp new.dtp",
    "diff --git main -- plan.dtp",
    "diff --git HEAD~1 --markdown -- plan.dtp",
  ],
  load: async () => (await import("../diff/diff.ts")).diff,
};
