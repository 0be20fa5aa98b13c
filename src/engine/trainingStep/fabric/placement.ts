import type { Cluster } from "../../scenario/cluster.ts";
import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";
import { type Axis, merged } from "./axes.ts";
import { expertAxis, expertReplicaAxis, insideExpertAxis } from "./expertGroups.ts";
import {
  copyAxis,
  type Group,
  groupOf,
  islandReplicas,
  replicaAxes,
  spread,
  stageAxes,
  strideOf,
} from "./groups.ts";

/** Fields of a plan that decide on which devices its groups lie. */
export const PLACED: readonly (keyof Plan)[] = [
  ...(["tp", "cp", "dp", "pp", "dpShard", "ep", "etp", "sync", "rankOrder"] as const),
];

/**
 * True where two plans that differ only in rank order use the cluster's links alike in every group. Such plans take
 * equal time: `test/engine/communication/fabric/rankOrder.test.ts`.
 */
export function samePlacement(one: Plan, other: Plan, cluster: Cluster): boolean {
  if (one === other || sameOrder(one, other)) return true;
  // Smaller groups inside a context-parallel group have the distances of its ranks (contextParallel.ts).
  if (strideOf(one, "cp") !== strideOf(other, "cp")) return false;
  const links = (plan: Plan): string => linksOf(groupOf(plan, cluster, "pp"), cluster);
  if (links(one) !== links(other)) return false;
  const alike = (of: Place): boolean => {
    const [a, b] = [merged(of(one)), merged(of(other))];
    return sameAxes(a, b) || linksOf(spread(a, cluster), cluster) === linksOf(spread(b, cluster), cluster);
  };
  return PLACES.every(alike) && (one.ep * one.etp === 1 || EXPERT_PLACES.every(alike));
}

/** True where two plans list their parallel degrees above 1 in the same order; degrees of 1 place no ranks. */
function sameOrder(one: Plan, other: Plan): boolean {
  const several = (plan: Plan): readonly Degree[] => plan.rankOrder.filter((degree) => plan[degree] > 1);
  const others = several(other);
  return several(one).every((degree, i) => degree === others[i]);
}

type Place = (plan: Plan) => readonly Axis[];

/**
 * Axes of each group of ranks that hold the same weights, as functions of the plan: all `dp` replicas, the replicas
 * that shard optimizer state, the replicas of one island, and the copies of a shard. `samePlacement` compares them in
 * this order, so that the first comparisons find most differences.
 */
const REPLICAS: readonly Place[] = [
  (plan) => replicaAxes(plan, plan.dp),
  (plan) => replicaAxes(plan, plan.dpShard),
  (plan) => replicaAxes(plan, islandReplicas(plan)),
  (plan) => [copyAxis(plan)],
];
const EXPERT_REPLICAS: readonly Place[] = [
  (plan) => stageAxes(plan, expertReplicaAxis(plan, plan.dpShard)),
  (plan) => stageAxes(plan, expertReplicaAxis(plan, islandReplicas(plan))),
];

/**
 * Axes of each group of a dense model, as functions of the plan: replicas, tensor and context parallelism. The sends
 * between pipeline stages are not here, because `samePlacement` compares them first.
 */
const PLACES: readonly Place[] = [
  ...REPLICAS,
  (plan) => [{ size: plan.tp, stride: strideOf(plan, "tp") }],
  (plan) => [{ size: plan.cp, stride: strideOf(plan, "cp") }],
];
const EXPERT_PLACES: readonly Place[] = [
  (plan) => stageAxes(plan, expertAxis(plan)),
  (plan) => stageAxes(plan, insideExpertAxis(plan)),
  ...EXPERT_REPLICAS,
];

/**
 * Text that compares plans by the groups of ranks that hold the same weights (or experts): it is equal for two plans
 * exactly where these groups use the cluster's links alike (`linksOf`).
 */
export function replicaLinks(plan: Plan, cluster: Cluster): string {
  const places = plan.ep * plan.etp === 1 ? REPLICAS : [...REPLICAS, ...EXPERT_REPLICAS];
  return places.map((of) => linksOf(spread(of(plan), cluster), cluster)).join(" ");
}

const sameAxes = (one: readonly Axis[], other: readonly Axis[]): boolean =>
  one.length === other.length &&
  one.every(({ size, stride }, i) => size === other[i]?.size && stride === other[i]?.stride);

/**
 * Text that compares groups: it is equal for two groups that use the cluster's links alike. With NVSwitch and no
 * oversubscribed uplink (networkUplinks.ts), groups with equal numbers of ranks and domains use the links alike.
 * Elsewhere (PCIe trees, boards, tori) the text includes the positions of the ranks, because they change the time.
 */
export function linksOf({ size, inner, outer, senders, blocks, axes }: Group, { scaleUp }: Cluster): string {
  if (size === 1) return "";
  const alike = scaleUp.kind === "nvswitch" && scaleUp.boards === 1 && !blocks;
  return `${inner}.${outer}.${senders ?? ""}${alike ? "" : JSON.stringify([blocks, axes])}`;
}
