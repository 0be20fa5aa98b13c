import type { Row, RunSize } from "./row.ts";
import { numberAt, type Settings } from "./settings.ts";
import { TRIAL_STEPS } from "./trialSteps.ts";

/**
 * Mapping of the token budget, for a framework that counts steps, rounded up. `perStep` is the number of tokens
 * of a step by the arguments; null where they do not say it.
 */
export function tokensInSteps(
  argument: string,
  perStep: (given: Settings, runSize: RunSize) => number | null,
): Row {
  return {
    fields: ["plan.tokens"],
    arguments: [argument],
    write: (settings): Settings => {
      const steps = stepsOf(settings);
      return steps === null ? {} : { [argument]: steps };
    },
    read: (given, runSize): Settings => {
      const [steps, tokens] = [numberAt(given, argument), perStep(given, runSize)];
      return steps === null || tokens === null ? {} : { "plan.tokens": steps * tokens };
    },
  };
}

/** Number of steps of a plan's token budget, or of a trial without one; null where the batch is unknown. */
export function stepsOf(settings: Settings): number | null {
  const [budget, length, batch] = ["plan.tokens", "plan.seq_len", "plan.global_batch"].map((path) =>
    numberAt(settings, path),
  );
  if (budget == null) return TRIAL_STEPS;
  return length == null || batch == null ? null : Math.ceil(budget / (length * batch));
}
