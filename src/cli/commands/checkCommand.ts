import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const checkCommand: Command = {
  name: "check",
  alias: "test",
  operands: "FILE|DIR...",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "evaluate the expectations and summarise their errors",
  flags: [{ name: "--json", doc: "print {diagnostics, expectations, summary}" }, set],
  details: [
    "A folder means every .dtp file below it, but keys of lessons. Exit status 0 only when every",
    "expectation holds.",
    "An exercise without an answer (○) fails nothing; a wrong (✗) or an unreadable one (?) does.",
    "A notebook (.ipynb) is evaluated cell by cell, as Jupyter runs it after a restart.",
  ],
  examples: ["check plan.dtp", "check papers/ --json"],
  load: async () => (await import("../actions/check.ts")).check,
};
