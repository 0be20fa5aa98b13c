import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { printed } from "../../numbers/number.ts";

/** Unit that scale-out networks connect: a node, or all nodes of a scale-up domain that spans several. */
export interface Unit {
  readonly name: "node" | "rack" | "slice";
  readonly devices: number;
  readonly nics: number;
  readonly count: number;
}

/**
 * Unit of a cluster. A scale-up domain inside a node is drawn with the node. A domain of several nodes is a
 * rack, and a torus is a slice.
 */
export function unitOf({ scaleUp, scaleOut, nodes, devices, devicesPerNode }: Cluster): Unit {
  const nics = scaleOut?.nicsPerNode ?? 0;
  if (scaleUp.domain <= devicesPerNode)
    return { name: scaleUp.kind === "torus" ? "slice" : "node", devices: devicesPerNode, nics, count: nodes };
  const nodesOf = scaleUp.domain / devicesPerNode;
  return {
    name: scaleUp.kind === "torus" ? "slice" : "rack",
    devices: scaleUp.domain,
    nics: nics * nodesOf,
    count: Math.max(1, Math.round(devices / scaleUp.domain)),
  };
}

/** Bandwidth as text: `450 GB/s`. */
export const bytesRate = (bytesPerSecond: number): string => printed(bytesPerSecond, "B/s");

/** Names of scale-up links for users. */
export const SCALE_UP = {
  nvswitch: "NVSwitch",
  nvlink: "direct links",
  pcie: "PCIe",
  torus: "torus",
  none: "",
} as const satisfies Record<Cluster["scaleUp"]["kind"], string>;

/** Names of networks for users. */
export const NETWORKS = {
  fat_tree: "a fat tree",
  ethernet: "Ethernet",
  efa: "EFA",
  omni_path: "Omni-Path",
  dragonfly: "a dragonfly",
  dcn: "a data-centre network",
} as const satisfies Record<NonNullable<Cluster["scaleOut"]>["kind"], string>;
