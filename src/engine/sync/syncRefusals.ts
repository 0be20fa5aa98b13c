import { error } from "../refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";

/** Ways of meeting that the plan's replicas cannot have, or that nobody has modelled. */
export function syncRefusals({ plan }: Scenario): readonly Refusal[] {
  const { sync, dp, zero, ep } = plan;
  const found: Refusal[] = [];
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(error("not-modelled", [field], { what, instead }));
  };
  if (sync.backup > 0) {
    if (sync.backup >= dp)
      found.push(error("too-many-backups", ["plan.sync.backup", "plan.dp"], { backup: sync.backup, dp }));
    if (zero > 0)
      refuse(
        "plan.zero",
        `ZeRO ${zero} with replicas that a step does not wait for`,
        "`zero = 0` is: under ZeRO every replica has a share of the state that the others need",
      );
    if (ep > 1)
      refuse(
        "plan.ep",
        "experts over replicas that a step does not wait for",
        "`ep = 1` is: experts of a replica that is dropped would be missing",
      );
  }
  return found;
}
