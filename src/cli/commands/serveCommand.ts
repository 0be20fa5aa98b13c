import type { Command } from "./command.ts";

export const serveCommand: Command = {
  name: "serve",
  operands: "",
  count: [0, 0],
  summary: "answer the requests of the Python package, over standard input and output",
  flags: [],
  details: ["Requests and answers are JSON, one object a line. Use it from Python: docs/how-to/python.md."],
  examples: ["serve"],
  load: async () => (await import("../actions/serve.ts")).serve,
};
