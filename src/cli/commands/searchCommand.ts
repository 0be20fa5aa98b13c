import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const searchCommand: Command = {
  name: "search",
  operands: "FILE",
  count: [1, 1],
  summary: "work out one part of a program's searches over all plans",
  flags: [
    { name: "--shard", value: "I/N", doc: "which part of how many, from 1/N to N/N; all by default" },
    { name: "--out", short: "-o", value: "OUT.json", doc: "write it there instead" },
    set,
  ],
  details: ["`dtp merge` puts the parts together. docs/shards.md: as a Slurm array, as a Kubernetes Job."],
  examples: ["search plan.dtp --shard 3/8 -o part-3.json"],
  load: async () => (await import("../shards/search.ts")).search,
};
