import type { DeviceChoice } from "./deviceChoice.ts";
import { type Nics, nicsOf, scaleUpOf } from "./links.ts";
import { slicesOf, type Torus } from "./torus.ts";

/** Machine as a table describes it. */
export interface Machine {
  readonly device: DeviceChoice;
  readonly nodes: number;
  readonly perNode: number;
  /** Text of the table's cell on the links within a node. */
  readonly intra: string | undefined;
  /** Text of the table's cell on the network between nodes. */
  readonly inter: string | undefined;
}

export interface ClusterText {
  /** Fields in which the machine differs from the standard library's cluster, as dtp text. */
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
  /** Network between nodes. null where the machine is one node, or where the network's rate is unknown. */
  readonly nics: Nics | null;
  /** True where switches connect the devices of a node. */
  readonly switched: boolean;
}

/**
 * Number of boards in a node whose devices are linked directly. With 12 links per device and 4 to each
 * neighbour, a device reaches 3 others, so a board has four devices. 1 where a number of links is unknown.
 */
function boardsOf(each: number | null, links: number | null, perNode: number): number {
  if (each === null || links === null) return 1;
  const onBoard = Math.floor(links / each) + 1;
  return perNode > onBoard && perNode % onBoard === 0 ? perNode / onBoard : 1;
}

/** Describes a machine as changes to the standard library's cluster for its device. */
export function clusterText({ device, nodes, perNode, intra, inter }: Machine): ClusterText {
  const assumed: string[] = [];
  if (device.torus !== null) return torusText(device, device.torus, nodes * perNode);
  const up = scaleUpOf(intra, device.std, device.scaleUp);
  const upGBs = up.gbytes ?? device.scaleUpGBs;
  const fields = [`device = ${device.std}`, `nodes = ${nodes}`, `devices_per_node = ${perNode}`];
  // Two CPUs cannot share an odd number of slots or a single GPU equally, so the node counts as one socket.
  const odd = up.kind === "pcie" && perNode % 2 === 1;
  if (up.kind === device.clusterScaleUp) {
    fields.push(`scale_up.bandwidth = ${upGBs} GB/s`, ...(odd ? ["scale_up.sockets = 1"] : []));
  } else {
    // Eight V100s with six links each form NVIDIA's hybrid cube mesh.
    const mesh = device.std.startsWith("v100") && perNode === 8 ? ", mesh = hybrid_cube_mesh" : "";
    const boards = boardsOf(up.each, device.links, perNode);
    const joined = boards > 1 ? `, boards = ${boards}` : mesh;
    const rest = up.kind === "nvlink" ? joined : odd ? ", sockets = 1" : "";
    fields.push(`scale_up = ${up.kind}(bandwidth = ${upGBs} GB/s${rest})`);
  }
  if (device.domain !== null) fields.push(`scale_up.domain = ${Math.min(device.domain, nodes * perNode)}`);
  if (nodes === 1) return { fields, assumed, nics: null, switched: up.kind === "nvswitch" };
  const nics = nicsOf(inter ?? "", perNode, device.nicGbps);
  if (nics?.uncounted)
    assumed.push(`NICs: ${nics.count} of ${nics.gbps} Gb/s in a node: their number is not stated`);
  if (!nics) {
    assumed.push("the standard library's network between nodes with one NIC per device: rate not stated");
    fields.push(`scale_out.nics_per_node = ${perNode}`);
  } else if (nics.kind === "fat_tree")
    fields.push(`scale_out.nic = ${nics.gbps} Gb/s`, `scale_out.nics_per_node = ${nics.count}`);
  else fields.push(`scale_out = ${nics.kind}(nic = ${nics.gbps} Gb/s, nics_per_node = ${nics.count})`);
  return { fields, assumed, nics, switched: up.kind === "nvswitch" };
}

/** Describes a cluster of torus chips, such as TPUs, in slices of the usual shape for their number. */
function torusText(device: DeviceChoice, torus: Torus, devices: number): ClusterText {
  const { slices, shape } = slicesOf(devices, torus);
  const stands = `[${shape.join(", ")}]`;
  return {
    fields: [
      `device = ${device.std}`,
      `nodes = ${slices}`,
      // The library knows which lengths of each chip's torus close to rings.
      `scale_up.shape = ${stands}`,
    ],
    assumed: [`${slices} slice${slices > 1 ? "s" : ""} of shape ${stands}: not stated`],
    nics: null,
    switched: false,
  };
}
