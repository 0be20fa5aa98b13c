import type { Schedule } from "../scenario/scheduleName.ts";
import type { Placement } from "./placement.ts";
import type { PlacedPlan } from "./scheduledPlan.ts";
import type { ScheduleRow } from "./scheduleRow.ts";
import { scheduleRows } from "./scheduleRows.ts";

export function traitsOf(schedule: Schedule): ScheduleRow {
  return scheduleRows[schedule];
}

export function placementOf({ schedule, pp, vpp, ownSchedule }: PlacedPlan): Placement {
  const { placement, chunks } = traitsOf(schedule);
  return { kind: ownSchedule?.placement ?? placement, ranks: pp, chunks: chunks === "vpp" ? vpp : chunks };
}
