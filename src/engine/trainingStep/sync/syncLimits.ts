import type { Limits } from "../../core/limit.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { traitsOf } from "../../schedules/traits.ts";

const dropsReplicas = ({ plan: { sync } }: Scenario): boolean =>
  sync.kind === "synchronous" && sync.backup > 0;

/**
 * Number of replicas of an island, not always an integer; null where all replicas synchronise in every step, or
 * where `dp` is not an integer.
 */
const islandOf = ({ plan: { sync, dp } }: Scenario): number | null =>
  sync.kind === "synchronous" || !Number.isInteger(dp) ? null : dp / sync.islands;

/**
 * Ways of synchronising replicas that are invalid in combination with other settings of the plan, or not
 * modelled.
 */
export const syncLimits: Limits = {
  of: "Replicas that do not synchronise in every step",
  limits: [
    {
      fields: ["plan.zero"],
      what: "ZeRO with replicas that a step does not wait for",
      why: "the dropped replica's shard would be missing",
      instead: "set `zero = 0`: under ZeRO every replica holds a shard that the others need",
      asked: (scenario) =>
        dropsReplicas(scenario) &&
        scenario.plan.zero > 0 &&
        `ZeRO ${scenario.plan.zero} with replicas that a step does not wait for`,
    },
    {
      fields: ["plan.ep"],
      what: "experts over replicas that a step does not wait for",
      why: "experts of a dropped replica would be missing",
      instead: "set `ep = 1`: experts of a dropped replica would be missing",
      asked: (scenario) => dropsReplicas(scenario) && scenario.plan.ep > 1,
    },
    {
      fields: ["plan.sync"],
      what: "islands of unequal numbers of replicas",
      why: "all islands are assumed to take the same step",
      instead: "use a number of islands that divides `dp`",
      asked: (scenario) => {
        const { sync, dp } = scenario.plan;
        const island = islandOf(scenario);
        return island !== null && !Number.isInteger(island) && `${sync.islands} islands of ${dp} replicas`;
      },
    },
    {
      fields: ["plan.dp_shard"],
      what: "state sharded over replicas of several islands",
      why: "a shard group must lie inside one island",
      instead: "use a `dp_shard` that divides the replicas of an island",
      asked: (scenario) => {
        const { dpShard } = scenario.plan;
        const island = wholeIsland(scenario);
        return (
          island !== null &&
          island % dpShard !== 0 &&
          `state sharded over ${dpShard} replicas where ${island} train together`
        );
      },
    },
    {
      fields: ["plan.ep"],
      what: "experts over replicas that do not synchronise in every step",
      why: "expert all-to-alls run in every step",
      instead: "keep expert parallelism (`ep`) inside an island",
      asked: (scenario) => {
        const { dpShard, ep, etp, cp, tp } = scenario.plan;
        const island = wholeIsland(scenario);
        return island !== null && island % dpShard === 0 && (island * cp * tp) % (ep * etp) !== 0;
      },
    },
    {
      fields: ["plan.schedule"],
      what: "PipeDream with replicas that do not synchronise in every step",
      why: "both use stale gradients, and their combined effect is not known",
      instead: "use another schedule",
      asked: (scenario) => islandOf(scenario) !== null && !traitsOf(scenario.plan.schedule).drains,
    },
    {
      fields: ["plan.sync.participation"],
      what: "a round that selects less than one client",
      why: "no client would train",
      instead: "select at least one client per round",
      asked: (scenario) => {
        const { sync } = scenario.plan;
        if (islandOf(scenario) === null || sync.kind !== "federated") return false;
        const clients = sync.islands * sync.participation;
        return (
          clients < 1 && `a round that selects ${Number(clients.toPrecision(3))} of ${sync.islands} clients`
        );
      },
    },
    {
      fields: ["plan.sync.secure", "plan.compression"],
      what: "secure aggregation of compressed changes",
      why: "masks cancel in sums of integers, and sums of compressed changes are not of that form",
      instead: "remove `compression`, or choose a narrower `exchange`",
      asked: ({ plan: { sync, compression } }) =>
        sync.kind === "federated" && sync.secure !== null && compression !== null,
    },
    {
      fields: ["plan.sync.neighbours"],
      what: "gossip with more neighbours than there are other workers",
      why: "a worker sends its weights to each other worker at most once",
      instead: "use fewer neighbours than workers",
      asked: ({ plan: { sync } }) =>
        sync.kind === "gossip" &&
        Number.isInteger(sync.islands) &&
        sync.neighbours >= sync.islands &&
        `gossip with ${sync.neighbours} neighbours among ${sync.islands} workers`,
    },
    {
      fields: ["plan.sync"],
      what: "parameter servers without a network to them",
      why: "the servers are outside the nodes, reached over scale_out",
      instead: "give the cluster a `scale_out`",
      asked: (scenario) =>
        islandOf(scenario) !== null &&
        scenario.plan.sync.kind === "asynchronous" &&
        scenario.cluster.scaleOut === null,
    },
  ],
};

function wholeIsland(scenario: Scenario): number | null {
  const island = islandOf(scenario);
  return island !== null && Number.isInteger(island) ? island : null;
}
