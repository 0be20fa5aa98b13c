import type { Command } from "./command.ts";

export const lspCommand: Command = {
  name: "lsp",
  operands: "",
  count: [0, 0],
  summary: "language server for editors, over standard input and output",
  flags: [{ name: "--stdio", doc: "accepted because editors pass it; there is no other way to connect" }],
  details: ["Settings of VS Code, Neovim, Helix, Emacs, Kate and Zed: docs/how-to/editors.md."],
  examples: ["lsp --stdio"],
  load: async () => (await import("../actions/lsp.ts")).lsp,
};
