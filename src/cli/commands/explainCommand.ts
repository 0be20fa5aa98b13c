import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  operands: "[WORD]",
  count: [0, 1],
  summary: "say what a field, a name, a formula or a diagnostic is",
  flags: [],
  details: [
    "WORD is a field (plan.tp), a name of the library (llama3_70b), a framework (torchtitan),",
    "a formula of the book (weightMemory), or the word in brackets of a message: error[not-divisible].",
    "Without WORD, all diagnostics.",
  ],
  examples: ["explain not-divisible", "explain plan.tp", "explain weightMemory"],
  load: async () => (await import("../actions/explain.ts")).explain,
};
