import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  operands: "[WORD]",
  count: [0, 1],
  summary: "say what a word means: a field, a name of the library, a diagnostic; or list the diagnostics",
  flags: [],
  details: [
    "WORD is a field (micro_batch, plan.tp), a name (llama3_70b), a framework (torchtitan), or the word in brackets of a message: error[not-divisible].",
  ],
  examples: ["explain not-divisible", "explain plan.tp"],
  load: async () => (await import("../actions/explain.ts")).explain,
};
