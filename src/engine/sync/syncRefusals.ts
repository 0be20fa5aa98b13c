import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { traitsOf } from "../schedules/traits.ts";

/** Ways of meeting that the plan's replicas cannot have, or that nobody has modelled. */
export function syncRefusals({ cluster, plan }: Scenario): readonly Refusal[] {
  const { sync, dp, dpShard, zero, ep, etp, cp, tp } = plan;
  const found: Refusal[] = [];
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(error("not-modelled", [field], { what, instead }));
  };
  if (sync.kind === "synchronous" && sync.backup > 0) {
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
  if (sync.kind === "synchronous" || !Number.isInteger(dp)) return found;
  const island = dp / sync.islands;
  if (!Number.isInteger(island))
    refuse(
      "plan.sync",
      `${sync.islands} islands of ${dp} replicas`,
      "a number of islands that divides `dp` is",
    );
  else if (island % dpShard !== 0)
    refuse(
      "plan.dp_shard",
      `state sharded over ${dpShard} replicas where ${island} train together`,
      "a `dp_shard` that divides the replicas of an island is",
    );
  else if ((island * cp * tp) % (ep * etp) !== 0)
    refuse("plan.ep", "experts over replicas that do not meet in every step", "an `ep` inside an island is");
  if (!traitsOf(plan.schedule).drains)
    refuse("plan.schedule", "PipeDream with replicas that do not meet in every step", "another schedule is");
  if (sync.kind === "federated" && sync.islands * sync.participation < 1)
    refuse(
      "plan.sync.participation",
      `a round that asks ${Number((sync.islands * sync.participation).toPrecision(3))} of ${sync.islands} clients`,
      "one client in a round, or more, is",
    );
  if (sync.kind === "asynchronous" && cluster.scaleOut === null)
    refuse("plan.sync", "parameter servers without a network to them", "a cluster with a `scale_out` is");
  return found;
}
