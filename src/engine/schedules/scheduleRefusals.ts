import { notModelled } from "../core/limit.ts";
import { error } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { ownMistake, type ScheduleMistake } from "./ownSchedule.ts";
import { scheduleLimits } from "./scheduleLimits.ts";

/**
 * Finds the reasons why a plan's schedule cannot run: limits of the schedule, or a mistake in a custom order.
 */
export function scheduleRefusals(scenario: Scenario): readonly Refusal[] {
  const { plan } = scenario;
  const mistake = plan.ownSchedule === null ? null : ownMistake(plan);
  const limited = notModelled(scheduleLimits, scenario);
  return mistake ? [...limited, ownRefusal(mistake)] : limited;
}

/** Makes the diagnostic of a mistake in a custom schedule. */
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
