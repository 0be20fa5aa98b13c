import { toNested } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job } from "../run/job.ts";
import { deepspeed } from "./table.ts";

/**
 * DeepSpeed configuration of a job as JSON. JSON has no comments, so they are under `_comment`, which
 * DeepSpeed ignores.
 */
export function deepspeedJson(job: Job): string {
  const nested = { _comment: about(job, deepspeed, OF_THE_SCRIPT), ...toNested(argumentsOf(deepspeed, job)) };
  return `${JSON.stringify(nested, null, 2)}\n`;
}

const OF_THE_SCRIPT = [
  "The training script sets the model, the sequence length, the learning rate and the number of steps.",
];
