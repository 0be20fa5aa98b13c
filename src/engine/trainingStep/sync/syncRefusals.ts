import { notModelled } from "../../core/limit.ts";
import { error } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { syncLimits } from "./syncLimits.ts";

/**
 * Refusals of a plan's synchronisation of replicas: no fewer backup replicas than replicas, or a combination in
 * `syncLimits`.
 */
export function syncRefusals(scenario: Scenario): readonly Refusal[] {
  const { sync, dp } = scenario.plan;
  const backup = sync.kind === "synchronous" ? sync.backup : 0;
  const limited = notModelled(syncLimits, scenario);
  if (backup === 0 || backup < dp) return limited;
  return [error("too-many-backups", ["plan.sync.backup", "plan.dp"], { backup, dp }), ...limited];
}
