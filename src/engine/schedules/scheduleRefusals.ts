import { error } from "../refusals/refusal.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Refusal } from "../scenario.ts";
import { pipelineCopies } from "../schedule.ts";
import { ownMistake, type ScheduleMistake } from "./ownSchedule.ts";
import { traitsOf } from "./traits.ts";

/** What a schedule cannot run: too few micro-batches, stages without their other half, an order that stops. */
export function scheduleRefusals(plan: Plan): readonly Refusal[] {
  const found: Refusal[] = [];
  const { schedule, pp, numMicroBatches: m, microBatchGroup } = plan;
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(error("not-modelled", [field], { what, instead }));
  };
  const { least } = traitsOf(schedule);
  const copies = pipelineCopies(plan);
  if (pp % copies !== 0)
    refuse(
      "plan.pp",
      `\`${schedule}\` over an odd number of stages`,
      "an even `pp` is: stages work in pairs",
    );
  // A batch that does not divide into micro-batches has been refused before.
  if (Number.isInteger(m) && (m % copies !== 0 || m < least * pp))
    refuse(
      "plan.num_micro_batches",
      `\`${schedule}\` with ${m} micro-batches over ${pp} stages`,
      copies === 1
        ? `at least ${least} * pp micro-batches are`
        : `an even number of at least ${least} * pp is: half of them start from either end`,
    );
  if (schedule === "interleaved_1f1b" && microBatchGroup < pp)
    refuse(
      "plan.micro_batch_group",
      `a group of ${microBatchGroup} micro-batches over ${pp} stages`,
      "a group of at least pp is: with fewer, stages wait for a micro-batch to come round",
    );
  const mistake = plan.ownSchedule === null ? null : ownMistake(plan);
  if (mistake) found.push(ownRefusal(mistake));
  return found;
}

/** A mistake in a schedule of the plan's own, in the catalogue's words. */
function ownRefusal(mistake: ScheduleMistake): Refusal {
  const fields = ["plan.schedule"];
  switch (mistake.kind) {
    case "text": {
      const { text, at, wanted } = mistake;
      return error("order-unreadable", fields, { text, at, wanted });
    }
    case "orders":
      return error("orders-not-stages", fields, { orders: mistake.orders, pp: mistake.pp });
    case "count": {
      const { rank, pass, times, wanted } = mistake;
      return error("order-incomplete", fields, { stage: rank, pass, times, wanted });
    }
    case "deadlock":
      return error("schedule-deadlock", fields, { waits: mistake.waits });
  }
}
