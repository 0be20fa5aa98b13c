import { addTo, error, warning } from "../core/refusal.ts";
import type { Cluster } from "../scenario/cluster.ts";
import type { ScaleUp } from "../scenario/links.ts";
import type { Refusal } from "../scenario/scenario.ts";

/** Refusals of machines whose parts do not fit together. */
export function machineRefusals(cluster: Cluster): readonly Refusal[] {
  const found: Refusal[] = [];
  addTo(found, nodes(cluster));
  addTo(found, domains(cluster));
  addTo(found, parts(cluster.scaleUp));
  addTo(found, torus(cluster.scaleUp));
  addTo(found, fabric(cluster));
  return found;
}

/** Refusal of more devices than the nodes have. Fewer are allowed: a node may be partly filled. */
function nodes({ devices, nodes, devicesPerNode }: Cluster): readonly Refusal[] {
  if (devices <= nodes * devicesPerNode) return [];
  const fields = ["cluster.devices", "cluster.nodes", "cluster.devices_per_node"];
  return [error("devices-exceed-nodes", fields, { devices, nodes, per_node: devicesPerNode })];
}

const DOMAIN = "cluster.scale_up.domain";

/**
 * Refusal of domains that are neither whole nodes nor whole parts of a node. A PCIe domain lies within one
 * node.
 */
function domains({ scaleUp: { domain, kind }, devicesPerNode: node }: Cluster): readonly Refusal[] {
  const whole = node % domain === 0 || (domain % node === 0 && kind !== "pcie");
  if (kind === "none" || whole) return [];
  return [error("domain-not-whole", [DOMAIN, "cluster.devices_per_node"], { domain, node, kind })];
}

/** Refusals of parts that the devices of a domain do not divide into: boards, sockets, switches, pairs. */
function parts({ domain, boards, mesh, pcie }: ScaleUp): readonly Refusal[] {
  const found: Refusal[] = [];
  const share = (
    devices: number,
    of: string,
    field: string,
    value: number,
    into: string,
    whole: boolean,
  ): void => {
    if (whole) return;
    const fields = [`cluster.scale_up.${field}`, DOMAIN, "cluster.devices_per_node"];
    found.push(error("domain-not-divisible", fields, { devices, of, into, field, value }));
  };
  share(domain, "a domain", "boards", boards, `${boards} boards`, domain % boards === 0);
  if (mesh === "hybrid_cube_mesh" && domain > 8)
    found.push(
      error("mesh-too-large", ["cluster.scale_up.mesh", DOMAIN, "cluster.devices_per_node"], {
        devices: domain,
      }),
    );
  if (pcie === null) return found;
  const { sockets, switchDevices, bridgeBytesPerSecond } = pcie;
  share(domain, "a node", "sockets", sockets, `${sockets} processors`, domain % sockets === 0);
  if (found.length > 0) return found;
  const own = domain / sockets;
  share(
    own,
    "a processor",
    "switch",
    switchDevices,
    `switches of ${switchDevices}`,
    own % switchDevices === 0,
  );
  if (found.length > 0) return found;
  const paired = switchDevices > 1 ? switchDevices : own;
  const where = switchDevices > 1 ? "a switch" : "a processor";
  share(paired, where, "bridge", 2, "bridged pairs", bridgeBytesPerSecond === 0 || paired % 2 === 0);
  return found;
}

function torus({ kind, shape, domain }: ScaleUp): readonly Refusal[] {
  if (kind !== "torus") return [];
  const found: Refusal[] = [];
  const product = shape.reduce((devices, length) => devices * length, 1);
  const text = shape.join(" x ");
  if (product !== domain)
    found.push(
      error("torus-not-its-shape", [DOMAIN, "cluster.scale_up.shape"], { shape: text, product, domain }),
    );
  return found;
}

function fabric({ scaleOut }: Cluster): readonly Refusal[] {
  if (scaleOut === null) return [];
  const found: Refusal[] = [];
  const { leafPorts, nicsPerNode, railOptimised, podDevices, podOversubscription } = scaleOut;
  if (leafPorts !== null && !railOptimised && leafPorts < nicsPerNode)
    found.push(
      error("leaf-too-small", ["cluster.scale_out.leaf_ports", "cluster.scale_out.nics_per_node"], {
        ports: leafPorts,
        nics: nicsPerNode,
      }),
    );
  if (podDevices === null && podOversubscription > 1)
    found.push(
      warning("pods-not-said", ["cluster.scale_out.pod_oversubscription"], {
        oversubscription: podOversubscription,
      }),
    );
  return found;
}
