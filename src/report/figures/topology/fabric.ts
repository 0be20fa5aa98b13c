import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { ScaleOut } from "../../../engine/scenario/links.ts";
import { type Unit, unitOf } from "./machine.ts";

/** Shape of the network between the nodes of one pod, or of one site. */
export interface Fabric {
  readonly scaleOut: ScaleOut;
  readonly unit: Unit;
  readonly units: number;
  /** Number of nodes below one leaf switch, or below one set of rails in a rail-optimised network. */
  readonly unitsOfSet: number;
  /** Number of sets, each with leaf switches of its own. */
  readonly sets: number;
  /** Number of leaf switches in a set: one per NIC of a node in a rail-optimised network, otherwise 1. */
  readonly rails: number;
  /** Number of NICs drawn per node. */
  readonly drawnNics: number;
  /** True where spine switches connect the leaf switches. */
  readonly spined: boolean;
}

const MOST_NICS = 8;

/** Shape of the network between a cluster's nodes. null for a single node, or without such a network. */
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

/**
 * Number of nodes below a leaf switch. Where it is not stated: 1 if the network is oversubscribed, otherwise
 * all of them.
 */
function unitsOfLeaf({ leafDevices, oversubscription }: ScaleOut, unit: Unit, units: number): number {
  if (leafDevices !== null) return Math.max(1, Math.min(units, Math.floor(leafDevices / unit.devices)));
  return oversubscription > 1 ? 1 : units;
}
