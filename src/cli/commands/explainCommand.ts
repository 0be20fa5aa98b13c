import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  operands: "[WORD]",
  count: [0, 1],
  summary: "explain a field, a name, a formula or a diagnostic",
  flags: [],
  details: [
    "WORD is a field (plan.tp), a name in the library (llama3_70b), a framework (torchtitan),",
    "a formula (weightMemory), or the word in brackets of a message: error[not-divisible].",
    "Without WORD it lists all diagnostics.",
  ],
  examples: ["explain not-divisible", "explain plan.tp", "explain weightMemory"],
  load: async () => (await import("../actions/explain.ts")).explain,
};
