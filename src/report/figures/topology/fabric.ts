import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { ScaleOut } from "../../../engine/scenario/links.ts";
import { type Unit, unitOf } from "./machine.ts";

/** Network between the nodes of a pod, or of a site. */
export interface Fabric {
  readonly scaleOut: ScaleOut;
  readonly unit: Unit;
  readonly units: number;
  /** Number of nodes below one leaf, or below one set of rails. */
  readonly unitsOfSet: number;
  readonly sets: number;
  /** Number of leaves in a set: one per NIC of a node in a rail-optimised fabric. */
  readonly rails: number;
  /** Number of drawn NICs per node. */
  readonly drawnNics: number;
  /** True where there are spines above the leaves. */
  readonly spined: boolean;
}

const MOST_NICS = 8;

/** Fabric of a cluster. null for a single node, or without a network. */
export function fabricOf(cluster: Cluster): Fabric | null {
  const { scaleOut, sites } = cluster;
  if (scaleOut === null) return null;
  const { kind, podDevices, railOptimised, nicsPerNode } = scaleOut;
  const unit = unitOf(cluster);
  const here = unit.count / (sites?.count ?? 1);
  const units = podDevices === null ? here : Math.min(here, Math.max(1, podDevices / unit.devices));
  if (units < 2) return null;
  const unitsOfSet = unitsOfLeaf(scaleOut, unit, units);
  const drawnNics = Math.max(1, Math.min(unit.nics, kind === "dcn" ? 1 : MOST_NICS));
  return {
    ...{ scaleOut, unit, units, unitsOfSet, drawnNics },
    sets: Math.ceil(units / unitsOfSet),
    rails: railOptimised ? Math.min(drawnNics, nicsPerNode) : 1,
    spined: kind !== "dcn" && kind !== "dragonfly",
  };
}

/** Units below a leaf. All of them where the leaves' uplinks are not known to be oversubscribed. */
function unitsOfLeaf({ leafDevices, oversubscription }: ScaleOut, unit: Unit, units: number): number {
  if (leafDevices !== null) return Math.max(1, Math.min(units, Math.floor(leafDevices / unit.devices)));
  return oversubscription > 1 ? 1 : units;
}
