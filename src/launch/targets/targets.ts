import type { ArgumentTable } from "../carry/argumentTable.ts";
import type { Job } from "../run/job.ts";
import { type TargetName, targetArguments, targetText } from "./targetText.ts";

/** Kind of launch file that a scenario can be written as: `base.launch.slurm`. */
export interface LaunchTarget {
  readonly name: TargetName;
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

const target = (name: TargetName, doc: string, extension: string, language: string): LaunchTarget => ({
  ...{ name, doc, extension, language },
  arguments: (job) => targetArguments(name, job),
  write: (job) => targetText(name, job),
});

/** All kinds of launch files. Completion, hover, the command and the documents read this list. */
export const launchTargets: readonly LaunchTarget[] = [
  target(
    "slurm",
    "A batch script for Slurm's sbatch: nodes, devices, torchrun on each node, requeued before its time limit.",
    "sbatch",
    "bash",
  ),
  target(
    "kubernetes",
    "A Kubernetes JobSet with one pod per node, admitted as a gang by Kueue.",
    "yaml",
    "yaml",
  ),
  target(
    "torchrun",
    "A script that every node runs: torchrun, elastic between the smallest and the largest number of nodes that the plan runs on.",
    "torchrun.sh",
    "bash",
  ),
  target(
    "ray",
    "A driver for Ray: a placement group with one bundle per node, and the command on each node, restarted together.",
    "ray.py",
    "python",
  ),
  target(
    "megatron",
    "The model and the plan as arguments of Megatron Core's pretrain_gpt.py.",
    "megatron.sh",
    "bash",
  ),
  target("deepspeed", "The plan as DeepSpeed's configuration.", "ds_config.json", "json"),
  target("torchtitan", "The plan as torchtitan's job file.", "toml", "toml"),
  target("nanotron", "The model and the plan as nanotron's configuration.", "nanotron.yaml", "yaml"),
  target("maxtext", "The model and the plan as MaxText's configuration.", "maxtext.yml", "yaml"),
  target(
    "megatron_bridge",
    "The model and the plan as a training script of Megatron Bridge, NeMo's successor.",
    "bridge.py",
    "python",
  ),
  target(
    "pytorch",
    "A training program in plain PyTorch: the model, DDP or FSDP2, tensor parallelism, the pipeline, checkpoints.",
    "pytorch.py",
    "python",
  ),
];
