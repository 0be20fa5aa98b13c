import { about } from "../run/about.ts";
import { deviceResource } from "../run/deviceResource.ts";
import { environment, siteVariables } from "../run/environment.ts";
import { type Job, jobName } from "../run/job.ts";
import { PORT } from "../run/torchrun.ts";
import { pythonLiteral } from "../text/python.ts";
import { shellCommand } from "../text/shell.ts";
import { startParts, trainerOf } from "./trainer.ts";

/**
 * Driver of a job for Ray, which `ray job submit` starts: a placement group with one bundle per node, and in each
 * bundle the command that starts the framework's processes on that node.
 */
export function rayFile(job: Job): string {
  const { cluster } = job.scenario;
  const { ray } = deviceResource(job);
  const amount = cluster.devicesPerNode;
  const variables = environment(job).map(
    ({ name, value, because }) => `    ${pythonLiteral(name)}: ${pythonLiteral(value)},  # ${because}`,
  );
  return [
    ...comments(job).map((line) => `#${line === "" ? "" : ` ${line}`}`),
    "import os",
    "import subprocess",
    "",
    "import ray",
    "from ray.util.placement_group import placement_group, remove_placement_group",
    "from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy",
    "",
    `NODES = ${cluster.nodes}`,
    `BUNDLE = {"CPU": 1, ${pythonLiteral(ray)}: ${amount}}`,
    `RESTARTS = ${RESTARTS}`,
    "ENVIRONMENT = {",
    ...variables,
    "}",
    `SCRIPT = ${pythonText(script(job))}`,
    "",
    "",
    ...DRIVER,
    "",
  ].join("\n");
}

/** Number of starts after the first, each from the last checkpoint. */
const RESTARTS = 10;

function comments(job: Job): readonly string[] {
  const site = siteVariables(job).map(({ name, value, because }) => `  ${name}=${value}: ${because}`);
  return about(job, trainerOf(job).table, [
    `Start it with \`ray job submit --working-dir . -- python ${jobName(job)}.ray.py\` (Ray 2). Its nodes start together or not at all.`,
    ...(site.length === 0 ? [] : ["Environment variables specific to your site, if needed:", ...site]),
  ]);
}

/** Shell script of one node. The driver sets HEAD, the first node's address and port, and NODE_RANK. */
function script(job: Job): string {
  const { cluster } = job.scenario;
  const trainer = trainerOf(job);
  const start = startParts(trainer, {
    nodes: String(cluster.nodes),
    devicesPerNode: cluster.devicesPerNode,
    endpoint: '"$HEAD"',
    host: `"\${HEAD%:*}"`,
    port: `"\${HEAD##*:}"`,
    id: jobName(job),
    restarts: 0,
  });
  return ["set -euo pipefail", trainer.setup(job), shellCommand(start)].join("\n");
}

/** Text as a literal of Python over several lines. */
function pythonText(text: string): string {
  const quotes = ['"""', "'''"].find((one) => !text.includes(one));
  return quotes === undefined ? JSON.stringify(text) : `r${quotes}${text}\n${quotes}`;
}

const DRIVER: readonly string[] = [
  "@ray.remote(max_retries=0)",
  "def train(head, rank):",
  '    variables = {**os.environ, **ENVIRONMENT, "HEAD": head, "NODE_RANK": str(rank)}',
  '    subprocess.run(["bash", "-c", SCRIPT], env=variables, check=True)',
  "",
  "",
  "@ray.remote",
  "def address():",
  "    return ray.util.get_node_ip_address()",
  "",
  "",
  "def on(group, rank, **amounts):",
  "    place = PlacementGroupSchedulingStrategy(group, placement_group_bundle_index=rank)",
  "    return {'scheduling_strategy': place, **amounts}",
  "",
  "",
  "def amounts():",
  '    own = {"num_cpus": BUNDLE["CPU"]}',
  '    others = {name: amount for name, amount in BUNDLE.items() if name not in ("CPU", "GPU")}',
  '    return {**own, "num_gpus": BUNDLE.get("GPU", 0), "resources": others}',
  "",
  "",
  "def attempt():",
  '    group = placement_group([BUNDLE] * NODES, strategy="STRICT_SPREAD")',
  "    runs = []",
  "    try:",
  "        ray.get(group.ready())",
  `        head = f"{ray.get(address.options(**on(group, 0, num_cpus=0)).remote())}:${PORT}"`,
  "        runs = [train.options(**on(group, rank, **amounts())).remote(head, rank) for rank in range(NODES)]",
  "        ray.get(runs)",
  "    finally:",
  "        for run in runs:",
  "            ray.cancel(run, force=True)",
  "        remove_placement_group(group)",
  "",
  "",
  "ray.init()",
  "for left in range(RESTARTS, -1, -1):",
  "    try:",
  "        attempt()",
  "        break",
  "    except ray.exceptions.RayError:",
  "        if left == 0:",
  "            raise",
];
