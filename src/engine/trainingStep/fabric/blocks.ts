import type { Cluster } from "../../scenario/cluster.ts";
import type { ScaleOut } from "../../scenario/links.ts";
import { type Axis, ranksInside } from "./axes.ts";

/** How many leaves, pods (or groups of a dragonfly) and sites a group reaches. */
export interface Blocks {
  readonly leaf: number;
  readonly pod: number;
  readonly site: number;
}

/** Whether every way out of a block is as wide as those of its nodes together. */
export const isFlat = (scaleOut: ScaleOut): boolean => scaleOut.oversubscription === 1 && !hasPods(scaleOut);

/** Whether it matters which pod a device is in: in a dragonfly always, as there are few links between any two groups. */
export const hasPods = ({ kind, podDevices, podOversubscription }: ScaleOut): boolean =>
  podDevices !== null && (podOversubscription > 1 || kind === "dragonfly");

/** The blocks of a group of `size` ranks over `outer` domains; null where no way out is narrower. */
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
  // Blocks of one domain are the domains: a group that shares a node shares its leaf.
  const reached = (devices: number) => Math.min(outer, size / ranksInside(axes, devices, size));
  return {
    leaf: leafDevices === null ? outer : reached(leafDevices),
    pod: podDevices === null ? 1 : reached(podDevices),
    site: sites === null ? 1 : reached(cluster.devices / sites.count),
  };
}
