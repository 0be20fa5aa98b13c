import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  operands: "[CODE]",
  count: [0, 1],
  summary: "print the page of a diagnostic, or list them all",
  flags: [],
  details: ["CODE is the word in brackets of a message: error[not-divisible]."],
  examples: ["explain not-divisible"],
  load: async () => (await import("../actions/explain.ts")).explain,
};
