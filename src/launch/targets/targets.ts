import { deepspeedJson } from "../deepspeed/deepspeedJson.ts";
import type { Job } from "../run/job.ts";
import { torchtitanToml } from "../torchtitan/torchtitanToml.ts";
import { kubernetesFile } from "./kubernetesFile.ts";
import { megatronFile } from "./megatronFile.ts";
import { slurmFile } from "./slurmFile.ts";
import { torchrunFile } from "./torchrunFile.ts";

/** A kind of file that a scenario is launched with: `base.launch.slurm`. */
export interface LaunchTarget {
  readonly name: string;
  readonly doc: string;
  /** Of the file's name, after the scenario's. */
  readonly extension: string;
  /** For highlighting: `bash`. */
  readonly language: string;
  write(job: Job): string;
}

/** One row each: completion, hover, the command and the documents read it. */
export const launchTargets: readonly LaunchTarget[] = [
  {
    name: "slurm",
    doc: "A batch script for Slurm's sbatch: nodes, devices, torchrun on each node, back into the queue before the time is up.",
    extension: "sbatch",
    language: "bash",
    write: slurmFile,
  },
  {
    name: "kubernetes",
    doc: "A Kubernetes JobSet of one pod a node, admitted as a gang by Kueue.",
    extension: "yaml",
    language: "yaml",
    write: kubernetesFile,
  },
  {
    name: "torchrun",
    doc: "A script that every node runs: torchrun, elastic between the fewest and the most nodes that the plan runs on.",
    extension: "torchrun.sh",
    language: "bash",
    write: torchrunFile,
  },
  {
    name: "megatron",
    doc: "The model and the plan as arguments of Megatron Core's pretrain_gpt.py.",
    extension: "megatron.sh",
    language: "bash",
    write: megatronFile,
  },
  {
    name: "deepspeed",
    doc: "The plan as DeepSpeed's configuration.",
    extension: "ds_config.json",
    language: "json",
    write: deepspeedJson,
  },
  {
    name: "torchtitan",
    doc: "The plan as torchtitan's job file.",
    extension: "toml",
    language: "toml",
    write: torchtitanToml,
  },
];
