import type { Command } from "./command.ts";

export const mergeCommand: Command = {
  name: "merge",
  operands: "FILE PART.json...",
  count: [2, Number.POSITIVE_INFINITY],
  summary: "merge the parts of a program's searches and print its output",
  flags: [
    { name: "--html", value: "OUT", doc: "also write one self-contained page with interactive figures" },
    { name: "--json", doc: "print every output as data, in base units, instead of text" },
  ],
  details: ["Give the output files of all parts of `dtp search --shard`, however many parts there are."],
  examples: ["merge plan.dtp part-*.json", "merge plan.dtp part-*.json --html plan.html"],
  load: async () => (await import("../shards/merge.ts")).merge,
};
