import type { Cluster } from "../../scenario/cluster.ts";
import type { ScaleOut } from "../../scenario/links.ts";
import { type Axis, ranksInside } from "./axes.ts";

/** Numbers of leaves, pods (or groups of a dragonfly) and sites that a group reaches. */
export interface Blocks {
  readonly leaf: number;
  readonly pod: number;
  readonly site: number;
}

/**
 * True where the uplinks of every block are as wide as the links of its nodes together, so that no uplink slows
 * a collective.
 */
export const isFlat = (scaleOut: ScaleOut): boolean => scaleOut.oversubscription === 1 && !hasPods(scaleOut);

/**
 * True where bandwidth depends on the pods of the devices: in a dragonfly, which has few links between two
 * groups, and where pods are oversubscribed.
 */
export const hasPods = ({ kind, podDevices, podOversubscription }: ScaleOut): boolean =>
  podDevices !== null && (podOversubscription > 1 || kind === "dragonfly");

/**
 * Numbers of blocks that a group of `size` ranks over `outer` scale-up domains reaches; null where no uplink is
 * oversubscribed.
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
