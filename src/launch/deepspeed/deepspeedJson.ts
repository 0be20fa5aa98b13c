import type { Setting } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job } from "../run/job.ts";
import { deepspeed } from "./table.ts";

type Nested = { [key: string]: Setting | Nested };

/**
 * DeepSpeed configuration of a job as JSON. JSON has no comments, so they are under `_comment`, which
 * DeepSpeed ignores.
 */
export function deepspeedJson(job: Job): string {
  const nested: Nested = { _comment: about(job, deepspeed, OF_THE_SCRIPT) };
  for (const [path, value] of Object.entries(argumentsOf(deepspeed, job))) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let at: Nested = nested;
    for (const name of names) {
      const below = at[name];
      const next: Nested =
        typeof below === "object" && below !== null && !Array.isArray(below) ? (below as Nested) : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return `${JSON.stringify(nested, null, 2)}\n`;
}

const OF_THE_SCRIPT = [
  "The training script sets the model, the sequence length, the learning rate and the number of steps.",
];
