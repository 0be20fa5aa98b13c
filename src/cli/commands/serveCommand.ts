import type { Command } from "./command.ts";

export const serveCommand: Command = {
  name: "serve",
  operands: "",
  count: [0, 0],
  summary: "answer requests of the Python package, each a line of JSON",
  flags: [],
  details: [
    "It reads standard input and answers on standard output.",
    "Use it from Python: docs/how-to/python.md.",
  ],
  examples: ["serve"],
  load: async () => (await import("../actions/serve.ts")).serve,
};
