import { about } from "../run/about.ts";
import { argumentsOf, type Job, jobName } from "../run/job.ts";
import { toToml } from "../text/toml.ts";
import { torchtitan } from "./table.ts";

/** Text of a torchtitan job file for a job. */
export function torchtitanToml(job: Job): string {
  const args = argumentsOf(torchtitan, job);
  const own =
    "model.name" in args
      ? []
      : ["torchtitan has no built-in model like this one: fill in the name and flavour."];
  const settings = {
    "job.description": `${job.scenario.name} (${jobName(job)})`,
    "job.dump_folder": "./outputs",
    ...args,
    "compile.enable": job.scenario.plan.framework.fused,
  };
  return toToml(settings, about(job, torchtitan, own));
}
