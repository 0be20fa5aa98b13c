import type { Command } from "./command.ts";

export const notebookCommand: Command = {
  name: "notebook",
  operands: "FILE",
  count: [1, 1],
  summary: "write a program as a Jupyter notebook",
  flags: [
    { name: "--out", short: "-o", value: "OUT.ipynb", doc: "by default the program's name with .ipynb" },
  ],
  details: [
    "A paragraph of # comments between blank lines becomes Markdown, what stands between two of them a",
    "cell; # %% begins another. Outputs of cells that did not change are kept.",
  ],
  examples: ["notebook lesson.dtp"],
  load: async () => (await import("../notebook/notebook.ts")).notebook,
};
