import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { ScaleOut } from "../../../engine/scenario/links.ts";
import { type Unit, unitOf } from "./machine.ts";

/** The network between the nodes of a pod, or of a site. */
export interface Fabric {
  readonly scaleOut: ScaleOut;
  readonly unit: Unit;
  readonly units: number;
  /** Nodes below one leaf, or one set of rails. */
  readonly unitsOfSet: number;
  readonly sets: number;
  /** Leaves of a set: one for each network card of a node where the fabric is rail-optimised. */
  readonly rails: number;
  /** Network cards of a node that are drawn. */
  readonly cards: number;
  /** Whether there are spines above the leaves. */
  readonly spined: boolean;
}

const MOST_CARDS = 8;

/** Null where there is one node, or no network. */
export function fabricOf(cluster: Cluster): Fabric | null {
  const { scaleOut, sites } = cluster;
  if (scaleOut === null) return null;
  const { kind, podDevices, railOptimised, nicsPerNode } = scaleOut;
  const unit = unitOf(cluster);
  const here = unit.count / (sites?.count ?? 1);
  const units = podDevices === null ? here : Math.min(here, Math.max(1, podDevices / unit.devices));
  if (units < 2) return null;
  const unitsOfSet = unitsOfLeaf(scaleOut, unit, units);
  const cards = Math.max(1, Math.min(unit.nics, kind === "dcn" ? 1 : MOST_CARDS));
  return {
    ...{ scaleOut, unit, units, unitsOfSet, cards },
    sets: Math.ceil(units / unitsOfSet),
    rails: railOptimised ? Math.min(cards, nicsPerNode) : 1,
    spined: kind !== "dcn" && kind !== "dragonfly",
  };
}

/** All of them where nothing says that the way out of a leaf is narrow. */
function unitsOfLeaf({ leafDevices, oversubscription }: ScaleOut, unit: Unit, units: number): number {
  if (leafDevices !== null) return Math.max(1, Math.min(units, Math.floor(leafDevices / unit.devices)));
  return oversubscription > 1 ? 1 : units;
}
