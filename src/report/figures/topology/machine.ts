import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { printed } from "../../numbers/number.ts";

/** Node as networks between nodes see it: a node, or all nodes of a scale-up domain that spans several. */
export interface Unit {
  readonly name: "node" | "rack" | "slice";
  readonly devices: number;
  readonly nics: number;
  readonly count: number;
}

/**
 * Unit that the network between nodes connects in a cluster. A scale-up domain inside a node gives a node. A
 * domain of several nodes gives a rack, and a torus gives a slice.
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

/** Text of a bandwidth: `450 GB/s`. */
export const bytesRate = (bytesPerSecond: number): string => printed(bytesPerSecond, "B/s");

/** Names for users of the kinds of scale-up links. */
export const SCALE_UP = {
  nvswitch: "NVSwitch",
  nvlink: "direct links",
  pcie: "PCIe",
  torus: "torus",
  none: "",
} as const satisfies Record<Cluster["scaleUp"]["kind"], string>;

/** Names for users of the kinds of networks between nodes. */
export const NETWORKS = {
  fat_tree: "a fat tree",
  ethernet: "Ethernet",
  efa: "EFA",
  omni_path: "Omni-Path",
  dragonfly: "a dragonfly",
  dcn: "a data-centre network",
} as const satisfies Record<NonNullable<Cluster["scaleOut"]>["kind"], string>;
