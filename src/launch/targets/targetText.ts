import type { ArgumentTable } from "../carry/argumentTable.ts";
import { deepspeedJson } from "../deepspeed/deepspeedJson.ts";
import { deepspeed } from "../deepspeed/table.ts";
import { maxtextYaml } from "../maxtext/maxtextYaml.ts";
import { maxtext } from "../maxtext/table.ts";
import { megatron } from "../megatron/table.ts";
import { megatronBridgePy } from "../megatronBridge/megatronBridgePy.ts";
import { megatronBridge } from "../megatronBridge/table.ts";
import { nanotronYaml } from "../nanotron/nanotronYaml.ts";
import { nanotron } from "../nanotron/table.ts";
import { pytorchPy } from "../pytorch/pytorchPy.ts";
import { pytorch } from "../pytorch/table.ts";
import type { Job } from "../run/job.ts";
import { torchtitan } from "../torchtitan/table.ts";
import { torchtitanToml } from "../torchtitan/torchtitanToml.ts";
import { kubernetesFile } from "./kubernetesFile.ts";
import { megatronFile } from "./megatronFile.ts";
import { rayFile } from "./rayFile.ts";
import { slurmFile } from "./slurmFile.ts";
import { torchrunFile } from "./torchrunFile.ts";
import { trainerOf } from "./trainer.ts";

interface Writer {
  arguments(job: Job): ArgumentTable | null;
  write(job: Job): string;
}

const ofTrainer = (job: Job): ArgumentTable | null => trainerOf(job).table;

const writers = {
  slurm: { arguments: ofTrainer, write: slurmFile },
  kubernetes: { arguments: ofTrainer, write: kubernetesFile },
  torchrun: { arguments: ofTrainer, write: torchrunFile },
  ray: { arguments: ofTrainer, write: rayFile },
  megatron: { arguments: () => megatron, write: megatronFile },
  deepspeed: { arguments: () => deepspeed, write: deepspeedJson },
  torchtitan: { arguments: () => torchtitan, write: torchtitanToml },
  nanotron: { arguments: () => nanotron, write: nanotronYaml },
  maxtext: { arguments: () => maxtext, write: maxtextYaml },
  megatron_bridge: { arguments: () => megatronBridge, write: megatronBridgePy },
  pytorch: { arguments: () => pytorch, write: pytorchPy },
} as const satisfies Readonly<Record<string, Writer>>;

export type TargetName = keyof typeof writers;

/** Table of the arguments in which a kind of launch file states the plan. null where the framework's arguments are unknown. */
export function targetArguments(name: TargetName, job: Job): ArgumentTable | null {
  return writers[name].arguments(job);
}

/** Text of a launch file of a kind. */
export function targetText(name: TargetName, job: Job): string {
  return writers[name].write(job);
}
