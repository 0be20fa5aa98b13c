import type { Command, Flag } from "./command.ts";
import { set } from "./set.ts";

const lossy: Flag = {
  name: "--lossy",
  doc: "write the file even if it cannot express the whole plan",
};

export const launchCommand: Command = {
  name: "launch",
  operands: "FILE SCENARIO TARGET",
  count: [3, 3],
  summary: "print the file that launches a scenario",
  flags: [{ name: "--out", short: "-o", value: "OUT", doc: "write to this file instead" }, set, lossy],
  details: [
    "TARGET is slurm, kubernetes, torchrun, ray, megatron, megatron_bridge, deepspeed, torchtitan,",
    "nanotron, maxtext or pytorch.",
    "A setting that the file cannot express is an error. With --lossy the file is written,",
    "and its first comment lists the lost settings.",
    "The rest of FILE is not evaluated.",
  ],
  examples: [
    "launch plan.dtp base slurm -o job.sbatch",
    "launch plan.dtp base megatron --set cluster.nodes=64",
  ],
  load: async () => (await import("../actions/launch.ts")).launch,
};
