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
import type { Job } from "../run/job.ts";
import { torchtitan } from "../torchtitan/table.ts";
import { torchtitanToml } from "../torchtitan/torchtitanToml.ts";
import { kubernetesFile } from "./kubernetesFile.ts";
import { megatronFile } from "./megatronFile.ts";
import { rayFile } from "./rayFile.ts";
import { slurmFile } from "./slurmFile.ts";
import { torchrunFile } from "./torchrunFile.ts";
import { trainerOf } from "./trainer.ts";

/** Kind of launch file that a scenario can be written as: `base.launch.slurm`. */
export interface LaunchTarget {
  readonly name: string;
  readonly doc: string;
  /** Ending of the file's name, after the scenario's name. */
  readonly extension: string;
  /** Language of the file for highlighting: `bash`. */
  readonly language: string;
  /**
   * Table of the arguments in which the file states the plan. null where the framework's arguments are
   * unknown.
   */
  arguments(job: Job): ArgumentTable | null;
  write(job: Job): string;
}

const ofTrainer = (job: Job): ArgumentTable | null => trainerOf(job).table;

/** All kinds of launch files. Completion, hover, the command and the documents read this list. */
export const launchTargets: readonly LaunchTarget[] = [
  {
    name: "slurm",
    doc: "A batch script for Slurm's sbatch: nodes, devices, torchrun on each node, requeued before its time limit.",
    extension: "sbatch",
    language: "bash",
    arguments: ofTrainer,
    write: slurmFile,
  },
  {
    name: "kubernetes",
    doc: "A Kubernetes JobSet with one pod per node, admitted as a gang by Kueue.",
    extension: "yaml",
    language: "yaml",
    arguments: ofTrainer,
    write: kubernetesFile,
  },
  {
    name: "torchrun",
    doc: "A script that every node runs: torchrun, elastic between the smallest and the largest number of nodes that the plan runs on.",
    extension: "torchrun.sh",
    language: "bash",
    arguments: ofTrainer,
    write: torchrunFile,
  },
  {
    name: "ray",
    doc: "A driver for Ray: a placement group with one bundle per node, and the command on each node, restarted together.",
    extension: "ray.py",
    language: "python",
    arguments: ofTrainer,
    write: rayFile,
  },
  {
    name: "megatron",
    doc: "The model and the plan as arguments of Megatron Core's pretrain_gpt.py.",
    extension: "megatron.sh",
    language: "bash",
    arguments: () => megatron,
    write: megatronFile,
  },
  {
    name: "deepspeed",
    doc: "The plan as DeepSpeed's configuration.",
    extension: "ds_config.json",
    language: "json",
    arguments: () => deepspeed,
    write: deepspeedJson,
  },
  {
    name: "torchtitan",
    doc: "The plan as torchtitan's job file.",
    extension: "toml",
    language: "toml",
    arguments: () => torchtitan,
    write: torchtitanToml,
  },
  {
    name: "nanotron",
    doc: "The model and the plan as nanotron's configuration.",
    extension: "nanotron.yaml",
    language: "yaml",
    arguments: () => nanotron,
    write: nanotronYaml,
  },
  {
    name: "maxtext",
    doc: "The model and the plan as MaxText's configuration.",
    extension: "maxtext.yml",
    language: "yaml",
    arguments: () => maxtext,
    write: maxtextYaml,
  },
  {
    name: "megatron_bridge",
    doc: "The model and the plan as a training script of Megatron Bridge, NeMo's successor.",
    extension: "bridge.py",
    language: "python",
    arguments: () => megatronBridge,
    write: megatronBridgePy,
  },
];
