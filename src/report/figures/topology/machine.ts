import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { printed } from "../../number.ts";

/** What scale-out networks join: a node, or all nodes of a scale-up domain that spans several. */
export interface Unit {
  readonly name: "node" | "rack" | "slice";
  readonly devices: number;
  readonly nics: number;
  readonly count: number;
}

/** The scale-up domains of a node are drawn with it; one of several nodes is a rack, and a torus a slice. */
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

/** `450 GB/s` */
export const bytesRate = (bytesPerSecond: number): string => printed(bytesPerSecond, "B/s");

/** Links as people name them. */
export const SCALE_UP = {
  nvswitch: "NVSwitch",
  nvlink: "direct links",
  pcie: "PCIe",
  torus: "torus",
  none: "",
} as const satisfies Record<Cluster["scaleUp"]["kind"], string>;

/** Networks as people name them. */
export const NETWORKS = {
  fat_tree: "a fat tree",
  ethernet: "Ethernet",
  efa: "EFA",
  omni_path: "Omni-Path",
  dragonfly: "a dragonfly",
  dcn: "a data-centre network",
} as const satisfies Record<NonNullable<Cluster["scaleOut"]>["kind"], string>;
