import type { CollectiveEstimate } from "../../engine/estimate/estimate.ts";
import type { Plan } from "../../engine/scenario/plan.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Axis } from "../../engine/trainingStep/fabric/axes.ts";
import {
  expertGroup,
  expertReplicaGroup,
  expertShardGroup,
  insideExpertGroup,
} from "../../engine/trainingStep/fabric/expertGroups.ts";
import { copyGroup, groupOf, shardGroup, strideOf } from "../../engine/trainingStep/fabric/groups.ts";
import type { TracedStep } from "./tracedStep.ts";

/** Collective of a step, with its ranks and its place in the step. */
export interface Call {
  readonly estimate: CollectiveEstimate;
  /** Axes along which its ranks lie on the devices of the cluster. */
  readonly axes: readonly Axis[];
  /** Calls in the passes of micro-batches, or after the last one. */
  readonly place: "passes" | "end";
  /** Stages that make the calls: those of the embedding and the head are of one stage. */
  readonly stages: "all" | "first" | "last" | "ends";
}

/** Collectives of a step except the sends between stages, or why the ranks of one are unknown. */
export function callsOf({
  scenario: { plan, cluster },
  estimate,
}: TracedStep): readonly Call[] | { readonly problem: string } {
  const found: Call[] = [];
  for (const one of estimate.comm) {
    if (one.op === "send_recv" && one.dimension === "pp") continue;
    const ends = one.dimension === "pp";
    const groups = ends
      ? [{ size: 2, axes: [{ size: 2, stride: strideOf(plan, "pp") * (plan.pp - 1) }] }]
      : groupsOf(plan, cluster, one);
    const group = groups.find(({ size }) => size === one.groupSize);
    // A ring of sends is no collective of Chakra's.
    if (!group || one.op === "send_recv")
      return {
        problem: `its ${one.what}, a ${one.dimension} ${one.op} of ${one.groupSize} ranks, are no collective of Chakra`,
      };
    found.push({
      estimate: one,
      axes: group.axes ?? [{ size: group.size, stride: 1 }],
      place: !ends && (one.dimension !== "dp" || one.count >= plan.numMicroBatches) ? "passes" : "end",
      stages: ends
        ? "ends"
        : /head|loss/.test(one.what)
          ? "last"
          : /embedding/.test(one.what)
            ? "first"
            : "all",
    });
  }
  return found;
}

type Candidate = { readonly size: number; readonly axes?: readonly Axis[] };

function groupsOf(plan: Plan, cluster: Scenario["cluster"], one: CollectiveEstimate): readonly Candidate[] {
  switch (one.dimension) {
    case "tp":
      return [groupOf(plan, cluster, "tp"), insideExpertGroup(plan, cluster)];
    case "ep":
      // All-to-alls run among the ranks that hold all experts, the rest inside an expert.
      return one.op === "all_to_all"
        ? [expertGroup(plan, cluster)]
        : [insideExpertGroup(plan, cluster), expertGroup(plan, cluster)];
    case "dp": {
      const experts = [expertShardGroup(plan, cluster), expertReplicaGroup(plan, cluster)];
      const dense = [shardGroup(plan, cluster), groupOf(plan, cluster, "dp"), copyGroup(plan, cluster)];
      return /expert/.test(one.what) ? [...experts, ...dense] : [...dense, ...experts];
    }
    default:
      return [groupOf(plan, cluster, one.dimension)];
  }
}

/** Numbers of `CollectiveCommType` (et_def.proto). */
export const COLLECTIVES: Readonly<Record<Exclude<CollectiveEstimate["op"], "send_recv">, number>> = {
  all_reduce: 0,
  all_gather: 2,
  broadcast: 5,
  all_to_all: 6,
  reduce_scatter: 7,
};

/**
 * Bytes of a call as ASTRA-sim counts them. Its all-gather has a rank's own part, the engine's the whole tensor
 * (astra-sim/system/astraccl/native_collectives/collective_algorithm/Ring.cc: final_data_size).
 */
export const sizeOf = ({ op, bytes, groupSize }: CollectiveEstimate): number =>
  Math.round(op === "all_gather" ? bytes / groupSize : bytes);

/** Ranks of a rank's group along these axes, in ascending order. */
export function ranksOf(rank: number, axes: readonly Axis[]): readonly number[] {
  let ranks = [rank];
  for (const { size, stride } of axes) {
    const at = Math.floor(rank / stride) % size;
    ranks = ranks.flatMap((one) => Array.from({ length: size }, (_, i) => one + (i - at) * stride));
  }
  return ranks.toSorted((a, b) => a - b);
}
