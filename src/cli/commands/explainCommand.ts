import type { Command } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  operands: "[WORD]",
  count: [0, 1],
  summary: "say what a field, a name or a diagnostic is, or list diagnostics",
  flags: [],
  details: [
    "WORD is a field (plan.tp), a name of the library (llama3_70b), a framework (torchtitan),",
    "or the word in brackets of a message: error[not-divisible].",
  ],
  examples: ["explain not-divisible", "explain plan.tp"],
  load: async () => (await import("../actions/explain.ts")).explain,
};
