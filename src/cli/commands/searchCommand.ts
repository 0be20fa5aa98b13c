import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const searchCommand: Command = {
  name: "search",
  operands: "FILE",
  count: [1, 1],
  summary: "evaluate a program's searches over all plans, or one part of them",
  flags: [
    { name: "--shard", value: "I/N", doc: "part I of N, from 1/N to N/N; default: all of it" },
    { name: "--out", short: "-o", value: "OUT.json", doc: "write to this file instead" },
    set,
  ],
  details: ["`dtp merge` combines the parts. docs/shards.md shows a Slurm array and a Kubernetes Job."],
  examples: ["search plan.dtp --shard 3/8 -o part-3.json"],
  load: async () => (await import("../shards/search.ts")).search,
};
