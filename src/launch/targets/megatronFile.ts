import { megatronArrays, megatronCommand } from "../megatron/megatronArrays.ts";
import { megatron } from "../megatron/table.ts";
import { about } from "../run/about.ts";
import { exportLines } from "../run/environment.ts";
import { type Job, jobName } from "../run/job.ts";
import { PORT, torchrunFlags } from "../run/torchrun.ts";
import { shellCommand } from "../text/shell.ts";

/** Shell script that starts `pretrain_gpt.py`, with the plan and the model as its arguments. */
export function megatronFile(job: Job): string {
  const { cluster } = job.scenario;
  const torchrun = torchrunFlags({
    nodes: String(cluster.nodes),
    devicesPerNode: cluster.devicesPerNode,
    endpoint: cluster.nodes === 1 ? `localhost:${PORT}` : `"\${HEAD:?host and port of the rendezvous}"`,
    id: jobName(job),
    restarts: 0,
  });
  return [
    "#!/bin/bash",
    ...about(job, megatron, OF_MEGATRON).map((line) => `#${line === "" ? "" : ` ${line}`}`),
    "set -euo pipefail",
    ...exportLines(job),
    "",
    megatronArrays(job),
    "",
    shellCommand(["torchrun", ...torchrun, ...megatronCommand]),
    "",
  ].join("\n");
}

const OF_MEGATRON = ["A plan has no learning rate, initialisation or rotary base: add them to RUN."];
