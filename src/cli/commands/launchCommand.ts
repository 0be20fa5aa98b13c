import type { Command, Flag } from "./command.ts";
import { set } from "./set.ts";

const lossy: Flag = {
  name: "--lossy",
  doc: "write a file that does not carry all of the plan",
};

export const launchCommand: Command = {
  name: "launch",
  operands: "FILE SCENARIO TARGET",
  count: [3, 3],
  summary: "print the file that launches a scenario",
  flags: [{ name: "--out", short: "-o", value: "OUT", doc: "write it there instead" }, set, lossy],
  details: [
    "TARGET is slurm, kubernetes, torchrun, megatron, deepspeed or torchtitan.",
    "A setting that the file cannot say is an error. With --lossy the file is written,",
    "and its first comment lists what is lost.",
    "Nothing else that FILE shows is evaluated.",
  ],
  examples: [
    "launch plan.dtp base slurm -o job.sbatch",
    "launch plan.dtp base megatron --set cluster.nodes=64",
  ],
  load: async () => (await import("../actions/launch.ts")).launch,
};
