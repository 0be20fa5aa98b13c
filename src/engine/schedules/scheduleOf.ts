import type { PipelineSchedule } from "./pipelineSchedule.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { placementOf, traitsOf } from "./traits.ts";

/** Returns every pass of a plan's schedule, rank by rank. Assumes valid degrees, which refusals.ts checks. */
export function scheduleOf(plan: ScheduledPlan): PipelineSchedule {
  const { orders, fill } = traitsOf(plan.schedule);
  const placement = placementOf(plan);
  return {
    microBatches: plan.numMicroBatches,
    placement,
    orders: orders(plan, placement),
    fill: fill && { most: fill.most(plan.pp), early: fill.early, plannedFor: fill.plannedFor },
  };
}
