import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const launchCommand: Command = {
  name: "launch",
  operands: "FILE SCENARIO TARGET",
  count: [3, 3],
  summary: "print the file that launches a scenario",
  flags: [{ name: "--out", short: "-o", value: "OUT", doc: "write it there instead" }, set],
  details: [
    "TARGET is slurm, kubernetes, torchrun, megatron, deepspeed or torchtitan.",
    "Nothing else that FILE shows is evaluated.",
  ],
  examples: [
    "launch plan.dtp base slurm -o job.sbatch",
    "launch plan.dtp base megatron --set cluster.nodes=64",
  ],
  load: async () => (await import("../actions/launch.ts")).launch,
};
