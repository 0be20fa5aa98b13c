import type { Command } from "./command.ts";

export const kernelCommand: Command = {
  name: "kernel",
  operands: "install|uninstall|list",
  count: [1, 1],
  words: ["install", "uninstall", "list"],
  summary: "manage the Jupyter kernel and JupyterLab's extension",
  flags: [
    { name: "--user", doc: "for the current user (the default)" },
    { name: "--prefix", value: "DIR", doc: "into an environment: DIR/share/jupyter" },
    { name: "--sys-prefix", doc: "into the Python environment that is active" },
  ],
  details: ["This also installs the extension for JupyterLab and Notebook 7."],
  examples: ["kernel install", "kernel install --sys-prefix"],
  load: async () => (await import("../actions/kernel.ts")).kernel,
};
