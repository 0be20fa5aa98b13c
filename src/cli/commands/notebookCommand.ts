import type { Command } from "./command.ts";

export const notebookCommand: Command = {
  name: "notebook",
  operands: "FILE",
  count: [1, 1],
  summary: "write a program as a Jupyter notebook",
  flags: [
    {
      name: "--out",
      short: "-o",
      value: "OUT.ipynb",
      doc: "write to this file; default: the program's name with .ipynb",
    },
  ],
  details: [
    "A paragraph of # comments between blank lines becomes a Markdown cell; the code between two of",
    "them becomes a code cell; # %% starts a new one. Unchanged cells keep their outputs.",
  ],
  examples: ["notebook lesson.dtp"],
  load: async () => (await import("../notebook/notebook.ts")).notebook,
};
