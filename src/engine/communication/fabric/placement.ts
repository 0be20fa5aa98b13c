import { expertAxis, expertReplicaAxis, insideExpertAxis } from "../../experts/experts.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import { type Axis, merged } from "./axes.ts";
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

/** What of a plan says where its groups lie. */
export const PLACED: readonly (keyof Plan)[] = [
  ...(["tp", "cp", "dp", "pp", "dpShard", "ep", "etp", "sync", "rankOrder"] as const),
];

/**
 * Whether two plans that differ in nothing but the order of their ranks have their groups on the same links. They take the same time
 * then: `test/engine/communication/fabric/rankOrder.test.ts`.
 */
export function samePlacement(one: Plan, other: Plan, cluster: Cluster): boolean {
  if (one === other || inOrder(one) === inOrder(other)) return true;
  // Parts of a context-parallel group lie as its ranks do (contextParallel.ts).
  if (strideOf(one, "cp") !== strideOf(other, "cp")) return false;
  const [sends, others] = [one, other].map((plan) => linksOf(groupOf(plan, cluster, "pp"), cluster));
  if (sends !== others) return false;
  const own = placedAxes(one);
  return placedAxes(other).every((axes, i) => {
    const [a, b] = [merged(own[i] ?? []), merged(axes)];
    return sameAxes(a, b) || linksOf(spread(a, cluster), cluster) === linksOf(spread(b, cluster), cluster);
  });
}

/** Degrees of more than one rank, the nearest first. */
const inOrder = (plan: Plan): string => plan.rankOrder.filter((degree) => plan[degree] > 1).join(" ");

/** Of all groups but those that send from stage to stage. */
function placedAxes(plan: Plan): readonly (readonly Axis[])[] {
  const replicas = [...new Set([islandReplicas(plan), plan.dpShard, plan.dp])];
  const experts = [
    expertAxis(plan),
    insideExpertAxis(plan),
    expertReplicaAxis(plan, plan.dpShard),
    expertReplicaAxis(plan, islandReplicas(plan)),
  ];
  return [
    [{ size: plan.tp, stride: strideOf(plan, "tp") }],
    [{ size: plan.cp, stride: strideOf(plan, "cp") }],
    [copyAxis(plan)],
    ...replicas.map((n) => replicaAxes(plan, n)),
    ...(plan.ep * plan.etp > 1 ? experts : []).map((axis) => stageAxes(plan, axis)),
  ];
}

const sameAxes = (one: readonly Axis[], other: readonly Axis[]): boolean =>
  one.length === other.length &&
  one.every(({ size, stride }, i) => size === other[i]?.size && stride === other[i]?.stride);

/**
 * What its links see of a group, as a text. Where any two devices of a domain are alike, and every way out is as wide as its nodes
 * together, it is nothing to them which ranks the group's are (waysOut.ts); in trees of PCIe, on boards and in tori it is.
 */
export function linksOf({ size, inner, outer, senders, blocks, axes }: Group, { scaleUp }: Cluster): string {
  if (size === 1) return "";
  const alike = scaleUp.kind === "nvswitch" && scaleUp.boards === 1 && !blocks;
  return `${inner}.${outer}.${senders ?? ""}${alike ? "" : JSON.stringify([blocks, axes])}`;
}
