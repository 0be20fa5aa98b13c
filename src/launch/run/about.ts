import type { ArgumentTable, Lost } from "../carry/argumentTable.ts";
import { type Job, lostBy } from "./job.ts";

/**
 * Comment lines at the start of a launch file: the scenario, the framework's version, and settings of the
 * plan that the file cannot express.
 */
export function about(
  job: Job,
  table: ArgumentTable | null,
  more: readonly string[] = [],
): readonly string[] {
  const { model, cluster, plan, name } = job.scenario;
  const losses = table === null ? [] : lostBy(table, job);
  return [
    `${name}: ${model.name} on ${cluster.name} with ${plan.name}, written by DTP.`,
    ...(table === null ? [] : [`For ${table.name} ${table.version}.`, ...otherStack(job, table)]),
    ...more,
    ...fitLines(job),
    ...(losses.length === 0
      ? []
      : [
          "",
          "Not carried over: the plan's setting, then what this file does instead.",
          ...losses.map(lossLine),
        ]),
    ...(table?.onTpu ? [] : noProcesses(job)),
  ];
}

function fitLines({ fit }: Job): readonly string[] {
  if (fit === "yes") return [];
  return fit === "no"
    ? ["The estimate says that it does not fit its devices."]
    : ["It may not fit: the interval of its peak memory exceeds the devices' memory."];
}

export function lossLine({ path, wanted, here }: Lost): string {
  return `  ${path} = ${wanted}${here === null ? "" : ` (here ${here})`}`;
}

/** Comment lines for a file of another framework than the plan was estimated for. Empty otherwise. */
function otherStack({ scenario }: Job, table: ArgumentTable): readonly string[] {
  const { name } = scenario.plan.framework;
  const own = table.name.toLowerCase().replace(/\W+/g, "_");
  return name === own || name === "generic"
    ? []
    : [
        `The estimate is for \`framework = ${name}\`; this file runs \`framework = ${own}\`, so estimate that one too.`,
      ];
}

/** Comment lines for devices that cannot run PyTorch with NCCL. Empty otherwise. */
function noProcesses({ scenario: { cluster } }: Job): readonly string[] {
  const { name, architecture } = cluster.device;
  return architecture?.startsWith("tpu") || /^(trainium|gaudi)/.test(name)
    ? ["", `This starts PyTorch's processes over NCCL or RCCL, which \`${name}\` does not run.`]
    : [];
}
