import { about } from "../run/about.ts";
import { exportLines } from "../run/environment.ts";
import { type Job, jobName } from "../run/job.ts";
import { PORT } from "../run/torchrun.ts";
import { shellCommand } from "../text/shell.ts";
import { startParts, trainerOf } from "./trainer.ts";

/** Batch script for Slurm's `sbatch`: one task per node that starts the training, requeued before the time limit. */
export function slurmFile(job: Job): string {
  const { cluster } = job.scenario;
  const trainer = trainerOf(job);
  const start = startParts(trainer, {
    nodes: '"$SLURM_NNODES"',
    devicesPerNode: cluster.devicesPerNode,
    endpoint: `"$HEAD:${PORT}"`,
    host: '"$HEAD"',
    port: String(PORT),
    id: '"$SLURM_JOB_ID"',
    restarts: 0,
  });
  const [first = "", ...rest] = start;
  const srun = `srun --kill-on-bad-exit=1${trainer.alone ? ` bash -c 'NODE_RANK="$SLURM_NODEID" exec "$@"' bash` : ""}`;
  const parts = [`${srun} ${first}`, ...rest];
  return [
    "#!/bin/bash",
    ...about(job, trainer.table).map((line) => `#${line === "" ? "" : ` ${line}`}`),
    "",
    ...batchOptions(job),
    "",
    "set -euo pipefail",
    ...exportLines(job),
    // `| head -n 1` would fail instead: under pipefail, a write to a closed pipe ends the script.
    'HOSTS=$(scontrol show hostnames "$SLURM_JOB_NODELIST")',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter expansion of bash
    "HEAD=${HOSTS%%$'\\n'*}",
    "",
    trainer.setup(job),
    "",
    ...REQUEUE,
    `${shellCommand(parts)} &`,
    "wait $!",
    "",
  ].join("\n");
}

/** Lines with `#SBATCH` options. A line that the user must decide on is commented out with `##SBATCH`. */
function batchOptions(job: Job): readonly string[] {
  const { cluster } = job.scenario;
  const { domain } = cluster.scaleUp;
  const options = [
    `--job-name=${jobName(job)}`,
    `--nodes=${cluster.nodes}`,
    "--ntasks-per-node=1",
    `--gpus-per-node=${cluster.devicesPerNode}`,
    "--exclusive",
    "--mem=0",
    ...(job.trainSeconds === null ? [] : [`--time=${slurmTime(job.trainSeconds)}`]),
    "--requeue",
    "--open-mode=append",
    `--signal=B:USR1@${SECONDS_BEFORE_END}`,
    "--output=%x-%j.out",
  ];
  const block = domain / cluster.devicesPerNode;
  return [
    ...options.map((option) => `#SBATCH ${option}`),
    "##SBATCH --partition=NAME",
    "##SBATCH --account=NAME",
    ...(Number.isInteger(block) && block > 1
      ? [
          `##SBATCH --segment=${Math.min(block, cluster.nodes)}  # nodes of one scale-up domain stay together (topology/block)`,
        ]
      : []),
  ];
}

/** Time before Slurm's limit at which the job is requeued, in seconds. */
const SECONDS_BEFORE_END = 600;

/** Shell lines that requeue the job. The next start resumes from the last checkpoint. */
const REQUEUE: readonly string[] = [
  "# Near the time limit: requeue the job, which resumes from the last checkpoint.",
  `trap 'scontrol requeue "$SLURM_JOB_ID"' USR1`,
];

/** Time limit in Slurm's notation of days, hours and minutes, rounded up to a whole minute. */
function slurmTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(minutes / 1440)}-${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}:00`;
}
