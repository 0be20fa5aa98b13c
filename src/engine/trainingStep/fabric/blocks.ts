import type { Cluster } from "../../scenario/cluster.ts";
import type { ScaleOut } from "../../scenario/links.ts";
import { type Axis, ranksInside } from "./axes.ts";

/** Numbers of leaves, pods (or groups of a dragonfly) and sites that a group reaches. */
export interface Blocks {
  readonly leaf: number;
  readonly pod: number;
  readonly site: number;
}

/** True where the uplinks of every block are as wide as the links of its nodes together. */
export const isFlat = (scaleOut: ScaleOut): boolean => scaleOut.oversubscription === 1 && !hasPods(scaleOut);

/**
 * True where a device's pod matters to bandwidth. It always does in a dragonfly, which has few links between
 * two groups.
 */
export const hasPods = ({ kind, podDevices, podOversubscription }: ScaleOut): boolean =>
  podDevices !== null && (podOversubscription > 1 || kind === "dragonfly");

/**
 * Blocks that a group of `size` ranks over `outer` domains reaches; null where no uplink is oversubscribed.
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
  // A block of a single domain is that domain: a group inside a node has one leaf.
  const reached = (devices: number) => Math.min(outer, size / ranksInside(axes, devices, size));
  return {
    leaf: leafDevices === null ? outer : reached(leafDevices),
    pod: podDevices === null ? 1 : reached(podDevices),
    site: sites === null ? 1 : reached(cluster.devices / sites.count),
  };
}
