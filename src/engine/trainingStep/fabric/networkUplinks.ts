import * as book from "../../formulas/communication/blocks.ts";
import { protocolRate } from "../../formulas/communication/links.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import { NEIGHBOURS, sendersOf } from "./axes.ts";
import { hasPods, isFlat } from "./blocks.ts";
import type { Group } from "./groups.ts";
import { type Network, type Protocol, protocolShare } from "./links.ts";

/** Links out of one kind of block (such as boards, leaves or pods), with the numbers by which a group uses them. */
export interface Uplink<N> {
  readonly level: "board" | "pair" | "switch" | "host" | "socket" | "leaf" | "pod" | "site";
  /** Number of blocks that the group reaches, as a plain number for decisions (`n_K` is the number in the algebra). */
  readonly count: number;
  readonly n_K: N;
  /** A device's share of its block's links for traffic to all other blocks, such as an all-to-all's, B/s. */
  readonly toAll: N;
  /** A device's share of its block's links for traffic to one or two other blocks, such as a ring's, B/s. */
  readonly toNext: N;
  /**
   * Additional latency of a hop to another site, s. null for all levels but `site`, because the latency of a hop
   * between nodes already includes their switches.
   */
  readonly alpha: N | null;
  /** Number of devices in a block. */
  readonly devices: number;
  /** Number of a block's devices that send to the next block at the same time, over all groups of the dimension. */
  readonly senders: number;
  /** Number of edges that leave one block in NCCL's two binary trees together. Each carries half of the payload. */
  readonly edges: number;
}

/**
 * Lists the uplinks out of leaves, pods and sites that can slow a group's collectives: oversubscribed uplinks, a
 * dragonfly's links between groups, and links between sites. Empty for a group inside one scale-up domain.
 */
export function networkUplinks<N>(net: Network<N>, group: Group): readonly Uplink<N>[] {
  const { alg, x, scenario } = net;
  const { scaleOut, sites, devices, scaleUp } = scenario.cluster;
  if (group.tier === "scale_up" || scaleOut === null) return [];
  if (sites === null && isFlat(scaleOut)) return [];
  const { oversubscription, leafDevices, podDevices, kind } = scaleOut;
  const reached = group.blocks ?? { leaf: group.outer, pod: 1, site: 1 };
  const found: Uplink<N>[] = [];
  const add = (level: "leaf" | "pod" | "site", toAll: N, toNext: N, block: number, alpha: N | null): void => {
    const count = reached[level];
    const n_K = alg.constant(blockNames[level], count, "1", "the plan's degrees on the machine");
    const senders = sendersOf(group.axes ?? NEIGHBOURS, block);
    // A block with one domain is one node of each tree. With two such blocks each tree has one edge between
    // them.
    const edges = count === group.outer ? 2 * Math.min(count - 1, 2) : 4;
    found.push({ level, count, n_K, toAll, toNext, alpha, devices: block, senders, edges });
  };
  const leaf = alg.apply(book.leafRate, {
    W_n: x.nicRate,
    n_nic: x.nics,
    n_d: x.nodeDevices,
    eta_l: x.outEfficiency,
    o: x.oversubscription,
  });
  if (oversubscription > 1 && (reached.leaf > 1 || !keepsToRails(scenario.cluster)))
    add("leaf", leaf, leaf, leafDevices ?? scaleUp.domain, null);
  if (podDevices !== null && hasPods(scaleOut) && reached.pod > 1) {
    const pod = alg.apply(book.podRate, { beta_k: leaf, o_p: x.podOversubscription });
    const next = kind === "dragonfly" ? alg.apply(book.indirectRate, { beta_k: pod }) : pod;
    add("pod", pod, next, podDevices, null);
  }
  if (sites !== null && reached.site > 1) {
    const here = devices / sites.count;
    const n_k = alg.constant("devices of a site", here, "1", "the cluster's devices over its sites");
    const site = alg.apply(book.siteRate, { W_w: x.siteBandwidth, n_k });
    add("site", site, site, here, x.siteLatency);
  }
  return found;
}

const blockNames = {
  leaf: "leaves that the group reaches",
  pod: "pods that the group reaches",
  site: "sites that the group reaches",
} as const;

/** True for blocks inside a scale-up domain (boards to sockets), false for leaves, pods and sites. */
export const isInside = ({ level }: Pick<Uplink<unknown>, "level">): boolean =>
  level !== "leaf" && level !== "pod" && level !== "site";

/**
 * A device's payload rate over its block's links under a protocol, B/s: its share of the links, less the part that the
 * protocol's flags take.
 */
export function payloadOut<N>(
  net: Network<N>,
  uplink: Uplink<N>,
  rate: "toAll" | "toNext",
  protocol: Protocol,
): N {
  const c_p = protocolShare(net, protocol, isInside(uplink) ? "up" : "out");
  return net.alg.apply(protocolRate, { c_pr: c_p, beta: uplink[rate] });
}

/**
 * True where messages of an all-to-all need no uplink to change rails (a rail is the leaf that joins the NICs of equal
 * index in all nodes). With NVLink, NCCL's PXN moves them inside the node to the device on the receiver's rail
 * (NVIDIA/nccl 2.12). Also true without a rail-optimised fabric, where all NICs of a node share a leaf. False in a
 * rail-optimised fabric without NVLink.
 */
export function keepsToRails({ scaleUp, scaleOut }: Cluster): boolean {
  return scaleOut?.railOptimised !== true || scaleUp.kind === "nvswitch" || scaleUp.kind === "nvlink";
}
