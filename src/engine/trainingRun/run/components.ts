import * as book from "../../formulas/run/reliability.ts";
import type { Component } from "../../scenario/failures.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/**
 * Number of NICs under a leaf switch where the cluster gives none. Half the ports of NVIDIA's QM8700 and QM9700 are 20 and 32.
 */
const LEAF_PORTS = 32;

/** Kind of part of a cluster or job that can fail. */
export interface ComponentRow {
  readonly name: Component;
  readonly label: string;
  /** Extent of a failure: the part's node, the nodes under its leaf switch, or only the job's processes. */
  readonly blast: "node" | "leaf" | "job";
  /** Number of such parts in the cluster. A failure rate per part is multiplied by it. */
  count<N>(ctx: Context<N>): N;
}

const devices = <N>({ x }: Context<N>): N => x.devices;
const nodes = <N>({ alg, scenario }: Context<N>): N =>
  alg.input("cluster.nodes", scenario.cluster.nodes, "1");
const job = <N>({ x }: Context<N>): N => x.one;
const network = <N>(ctx: Context<N>) => ({ n_N: nodes(ctx), n_nic: ctx.x.nics });
const joined = <N>(ctx: Context<N>, of: () => N): N => (ctx.scenario.cluster.scaleOut ? of() : none(ctx));
const none = <N>({ alg }: Context<N>): N => alg.constant("none of them", 0, "1", "cluster.scale_out = none");

export const components: readonly ComponentRow[] = [
  { name: "gpu", label: "devices", blast: "node", count: devices },
  { name: "hbm", label: "memory of devices", blast: "node", count: devices },
  { name: "sdc", label: "silent data corruption", blast: "node", count: devices },
  { name: "host", label: "hosts", blast: "node", count: nodes },
  {
    name: "nic",
    label: "NICs",
    blast: "node",
    count: (ctx) => joined(ctx, () => ctx.alg.apply(book.networkPorts, network(ctx))),
  },
  {
    name: "cable",
    label: "cables and optics",
    blast: "node",
    count: (ctx) =>
      joined(ctx, () => ctx.alg.apply(book.networkCables, { ...network(ctx), o: ctx.x.oversubscription })),
  },
  {
    name: "switch",
    label: "switches",
    blast: "leaf",
    count: (ctx) =>
      joined(ctx, () =>
        ctx.alg.apply(book.networkSwitches, {
          ...network(ctx),
          n_p: ctx.alg.constant("adapters under a leaf switch", leafPorts(ctx), "1", "leaf switches"),
          o: ctx.x.oversubscription,
        }),
      ),
  },
  { name: "software", label: "software", blast: "job", count: job },
  { name: "other", label: "other causes", blast: "node", count: job },
];

function leafPorts<N>({ scenario }: Context<N>): number {
  const { scaleOut, devicesPerNode } = scenario.cluster;
  if (!scaleOut?.leafDevices) return LEAF_PORTS;
  const under = scaleOut.leafDevices / devicesPerNode;
  return scaleOut.railOptimised ? under : under * scaleOut.nicsPerNode;
}

/**
 * Number of devices that a failure takes out: `blast` is the device's node, its leaf switch, or the job, whose processes fail
 * without a device (0).
 */
export function blastDevices<N>({ scenario }: Context<N>, blast: ComponentRow["blast"]): number {
  const { scaleOut, devicesPerNode, devices } = scenario.cluster;
  if (blast === "job") return 0;
  return Math.min(
    devices,
    (blast === "leaf" ? scaleOut?.leafDevices : null) ?? devicesOf(blast, devicesPerNode),
  );
}

const devicesOf = (blast: "node" | "leaf", devicesPerNode: number): number =>
  blast === "node" ? devicesPerNode : LEAF_PORTS * devicesPerNode;
