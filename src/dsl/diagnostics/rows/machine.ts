import { near } from "./divisors.ts";
import { either, error, warning } from "./row.ts";

/** Catalogue of errors and warnings on clusters that cannot be built as the program describes them. */
export const machineRows = {
  "devices-exceed-nodes": error<{ devices: number; nodes: number; per_node: number }>(
    (p) => `${p.devices} devices are more than ${p.nodes} nodes of ${p.per_node} hold`,
    {
      label: (p) => `${p.nodes} * ${p.per_node} = ${p.nodes * p.per_node}`,
      help: (p) =>
        `\`nodes = ${Math.ceil(p.devices / p.per_node)}\` holds them; left out, \`devices\` is nodes * devices_per_node`,
    },
  ),
  "domain-not-whole": error<{ domain: number; node: number; kind: string }>(
    (p) => `scale-up domains of ${p.domain} devices and nodes of ${p.node} do not fit into each other`,
    {
      label: (p) =>
        p.domain > p.node
          ? `${p.domain} / ${p.node} = ${Number((p.domain / p.node).toPrecision(4))} nodes`
          : `${p.node} / ${p.domain} = ${Number((p.node / p.domain).toPrecision(4))} domains in a node`,
      help: (p) => {
        const nodes = `devices_per_node = ${either(near(p.domain, p.node, 2))}`;
        if (p.kind === "torus") return nodes;
        return p.domain > p.node
          ? `a domain consists of whole nodes: set domain = ${p.node * Math.floor(p.domain / p.node)}, or ${nodes}`
          : `a node is whole domains: domain = ${either(near(p.node, p.domain, 2))}`;
      },
    },
  ),
  /**
   * Error for devices that do not divide into equal groups. `of` names their owner and `into` the groups: 4 devices of
   * `a processor` do not divide into `switches of 3`.
   */
  "domain-not-divisible": error<{
    devices: number;
    of: string;
    into: string;
    field: string;
    value: number;
  }>((p) => `${p.devices} devices of ${p.of} do not divide into ${p.into}`, {
    help: (p) =>
      p.field === "bridge"
        ? "`bridge = none`, or an even number of devices"
        : `${p.field} = ${either(near(p.devices, p.value, 3))} divides`,
  }),
  "mesh-too-large": error<{ devices: number }>(
    (p) => `a hybrid cube mesh has eight devices, not ${p.devices}`,
    { help: () => "`domain = 8`, or `mesh = fully_connected`" },
  ),
  "torus-not-its-shape": error<{ shape: string; product: number; domain: number }>(
    (p) => `a torus of ${p.shape} has ${p.product} devices, not ${p.domain}`,
    { help: () => "leave `domain` out: it follows from the shape" },
  ),
  "leaf-too-small": error<{ ports: number; nics: number }>(
    (p) => `a leaf switch of ${p.ports} ports does not take the ${p.nics} NICs of a node`,
    {
      help: (p) =>
        `\`leaf_ports = ${p.nics}\` or more; or \`rail_optimised = true\`, which gives each NIC of a node its own leaf switch`,
    },
  ),
  "pods-not-said": warning<{ oversubscription: number }>(
    (p) => `\`pod_oversubscription = ${p.oversubscription}\` has no effect: \`pod\` is not set`,
    { help: () => "set it, such as `pod = 384`, or remove `pod_oversubscription`" },
  ),
} as const;
