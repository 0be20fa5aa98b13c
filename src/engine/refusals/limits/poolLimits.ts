import type { Limit, Limits } from "../../core/limit.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { traitsOf } from "../../schedules/traits.ts";

const onReplicas = ({ place }: Plan): boolean => place.kind === "replicas";

/** Makes a limit that only scenarios with pools of unlike devices can meet. */
function limit(
  fields: readonly string[],
  what: string,
  why: string,
  instead: string,
  asked: (scenario: Scenario) => boolean,
): Limit {
  return {
    ...{ fields, what, why, instead },
    asked: (scenario) => scenario.cluster.pools !== null && asked(scenario),
  };
}

/** Combinations with pools of unlike devices that are not modelled. */
export const poolLimits: Limits = {
  of: "Pools of unlike devices",
  limits: [
    limit(
      ["plan.zero", "cluster.pools"],
      "ZeRO 3 with replicas on pools of unlike devices",
      "weights would be gathered from shards on devices of another speed and capacity in every layer",
      "use ZeRO 0 to 2, whose state is sharded inside each pool, or `place = stages`",
      ({ plan }) => onReplicas(plan) && plan.zero === 3,
    ),
    limit(
      ["plan.dp_shard", "cluster.pools"],
      "state sharded over a part of the replicas, with replicas on pools of unlike devices",
      "each pool shards its state over its own replicas",
      "use `dp_shard = all`",
      ({ plan }) => onReplicas(plan) && plan.dpShard !== plan.dp,
    ),
    limit(
      ["plan.sync", "cluster.pools"],
      "replicas that do not synchronise in every step, on pools of unlike devices",
      "islands would take unlike numbers of steps",
      "use `sync = synchronous` without backup replicas",
      ({ plan: { sync } }) => sync.kind !== "synchronous" || sync.backup > 0,
    ),
    limit(
      ["plan.compression", "cluster.pools"],
      "compressed gradients between pools of unlike devices",
      "the all-reduce between pools adds gradients at their full size",
      "remove `compression`",
      ({ plan }) => plan.compression !== null,
    ),
    limit(
      ["plan.documents", "cluster.pools"],
      "packed documents on pools of unlike devices",
      "replicas would wait for the longest documents of all pools",
      "remove `documents`",
      ({ plan }) => plan.documents !== null,
    ),
    limit(
      ["plan.place", "plan.schedule"],
      "proportional shares under schedules that need a multiple of `pp` micro-batches, or two pipelines at once",
      "shares are whole numbers by speed, which the schedule may not run",
      "list the shares, such as `place = replicas([16, 8])`, or use `1f1b`",
      ({ plan: { place, schedule, pp, vpp } }) =>
        place.kind === "replicas" &&
        place.shares === "proportional" &&
        pp > 1 &&
        ((traitsOf(schedule).grouped && vpp > 1) || schedule.startsWith("dualpipe")),
    ),
    limit(
      ["plan.schedule", "plan.place"],
      "stages on pools of unlike devices under schedules that never drain, or with two pipelines at once",
      "a rank of the second pipeline would hold stages of two pools",
      "use `1f1b`, `interleaved_1f1b` or a zero-bubble schedule",
      ({ plan: { place, schedule } }) =>
        place.kind === "stages" && (!traitsOf(schedule).drains || schedule === "dualpipe"),
    ),
    limit(
      ["plan.place", "model.encoder"],
      "an encoder and a decoder on pools of unlike devices",
      "sends between the two stacks are priced for one network",
      "give the encoder a cluster of its own",
      ({ model }) => model.encoder !== null,
    ),
    limit(
      ["plan.place", "model.vision"],
      "a vision encoder on pools of unlike devices",
      "sends between the two stacks are priced for one network",
      "use a cluster of one kind of device",
      ({ model }) => model.vision !== null,
    ),
    limit(
      ["cluster.pools", "cluster.sites"],
      "pools of unlike devices at several sites",
      "a pool's place among the sites is not known",
      "remove `sites`; `pool_link` is the network between pools",
      ({ cluster: { sites, pools } }) =>
        sites !== null || pools?.some((pool) => pool.sites !== null) === true,
    ),
    limit(
      ["cluster.jitter", "cluster.pools"],
      "jitter of pools of unlike devices",
      "the slowest of all devices would be drawn from several distributions",
      "remove `jitter`",
      ({ cluster: { jitter, pools } }) => [...(pools ?? []), { jitter }].some((one) => one.jitter !== null),
    ),
    limit(
      ["cluster.failures", "cluster.pools"],
      "failures and reclaimed capacity of pools of unlike devices",
      "pools fail at different rates, and a plan would go on without one of them",
      "remove `failures` and spot capacity, or estimate each pool alone",
      ({ cluster }) =>
        [cluster, ...(cluster.pools ?? [])].some(({ failures, spot }) => failures !== null || spot !== null),
    ),
    limit(
      ["plan.data", "cluster.pools"],
      "a data set for pools of unlike devices",
      "pools read at different rates",
      "remove `data`",
      ({ plan }) => plan.data !== null,
    ),
    limit(
      ["plan.checkpoint", "cluster.pools"],
      "checkpoints of pools of unlike devices",
      "each pool writes its shards at its own rate",
      "remove `checkpoint`",
      ({ plan }) => plan.checkpoint !== null,
    ),
    limit(
      ["cluster.price", "cluster.pools"],
      "owned or reserved devices in pools of unlike devices",
      "a term and a purchase price belong to one kind of device",
      "use a price by the hour",
      ({ cluster }) =>
        [cluster, ...(cluster.pools ?? [])].some(({ price }) => price !== null && price.kind !== "hourly"),
    ),
  ],
};

/** Searches over all plans of a cluster with pools: its checks and bounds are of one kind of device. */
export const poolSearchLimits: Limits = {
  of: "Searches on pools of unlike devices",
  limits: [
    limit(
      ["cluster.pools", "plan.place"],
      "a search over all plans on pools of unlike devices",
      "its bounds of step time and memory are of one kind of device",
      "search over lists of values, such as `for plan.place in [replicas, stages]`",
      () => true,
    ),
  ],
};
