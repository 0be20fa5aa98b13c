import { about } from "../run/about.ts";
import { elasticNodes } from "../run/elasticNodes.ts";
import { exportLines } from "../run/environment.ts";
import { type Job, jobName } from "../run/job.ts";
import { PORT } from "../run/torchrun.ts";
import { shellCommand } from "../text/shell.ts";
import { startParts, trainerOf } from "./trainer.ts";

/**
 * Shell script that every node runs. It starts torchrun with an elastic rendezvous over the numbers of nodes
 * that the plan supports.
 */
export function torchrunFile(job: Job): string {
  const { cluster } = job.scenario;
  const trainer = trainerOf(job);
  const counts = trainer.alone ? [cluster.nodes] : elasticNodes(job);
  const least = counts[0] ?? cluster.nodes;
  const local = cluster.nodes === 1;
  const parts = startParts(trainer, {
    nodes: least === cluster.nodes ? String(cluster.nodes) : `${least}:${cluster.nodes}`,
    devicesPerNode: cluster.devicesPerNode,
    endpoint: local ? `localhost:${PORT}` : '"$HEAD"',
    host: local ? "localhost" : `"\${HEAD%:*}"`,
    port: local ? String(PORT) : `"\${HEAD##*:}"`,
    id: jobName(job),
    restarts: RESTARTS,
  });
  return [
    "#!/bin/bash",
    ...about(job, trainer.table, trainer.alone ? [] : sizes(counts, cluster.nodes)).map(
      (line) => `#${line === "" ? "" : ` ${line}`}`,
    ),
    "set -euo pipefail",
    ...(cluster.nodes === 1
      ? []
      : [`: "\${HEAD:?host and port of the rendezvous, as in HEAD=node001:${PORT}}"`]),
    ...(trainer.alone
      ? [local ? "export NODE_RANK=0" : `export NODE_RANK="\${NODE_RANK:?number of this node, from 0}"`]
      : []),
    ...exportLines(job),
    "",
    trainer.setup(job),
    "",
    shellCommand(parts),
    "",
  ].join("\n");
}

/** Number of restarts before torchrun gives up. A lost node counts as one. */
const RESTARTS = 10;

function sizes(counts: readonly number[], most: number): readonly string[] {
  if (counts.length === 1)
    return most === 1
      ? []
      : [`Not elastic: with fewer than ${most} nodes the plan is invalid or does not fit.`];
  const shown = counts.length > 12 ? [...counts.slice(0, 5), "…", ...counts.slice(-5)] : counts;
  return [
    `Elastic over ${shown.join(", ")} nodes: on these the batch divides over whole replicas and the plan fits. A start on any other number of nodes fails.`,
  ];
}
