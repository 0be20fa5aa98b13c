import type { Cluster } from "../../scenario/cluster.ts";
import type { ScaleOut } from "../../scenario/links.ts";
import { type Axis, ranksInside } from "./axes.ts";

/** Numbers of leaves, pods (in a dragonfly, its groups) and sites of the network over which a group's ranks lie. */
export interface Blocks {
  readonly leaf: number;
  readonly pod: number;
  readonly site: number;
}

/**
 * True for a scale-out network in which no uplink slows a collective: the uplinks of every leaf and pod are as wide as
 * the links of its nodes together. False with oversubscription, and for a dragonfly of several groups.
 */
export const isFlat = (scaleOut: ScaleOut): boolean => scaleOut.oversubscription === 1 && !hasPods(scaleOut);

/**
 * True for a scale-out network in which a collective's rate depends on the pods of its devices: a dragonfly, which has
 * few links between two groups, or a network with oversubscribed pods.
 */
export const hasPods = ({ kind, podDevices, podOversubscription }: ScaleOut): boolean =>
  podDevices !== null && (podOversubscription > 1 || kind === "dragonfly");

/**
 * Numbers of leaves, pods and sites that a group of `size` ranks over `outer` scale-up domains reaches. null where no
 * uplink can slow the group: it lies in one domain, or the network has one site and no oversubscription.
 */
export function blocksOf(
  axes: readonly Axis[],
  size: number,
  outer: number,
  cluster: Cluster,
): Blocks | null {
  const { scaleOut, sites } = cluster;
  if (outer === 1 || scaleOut === null) return null;
  if (sites === null && isFlat(scaleOut)) return null;
  const { leafDevices, podDevices } = scaleOut;
  // A block with a single domain equals that domain: a group inside a node reaches one leaf.
  const reached = (devices: number) => Math.min(outer, size / ranksInside(axes, devices, size));
  return {
    leaf: leafDevices === null ? outer : reached(leafDevices),
    pod: podDevices === null ? 1 : reached(podDevices),
    site: sites === null ? 1 : reached(cluster.devices / sites.count),
  };
}
