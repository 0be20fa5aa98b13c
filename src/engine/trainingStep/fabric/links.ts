import * as book from "../../formulas/communication/links.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Context } from "../inputs/context.ts";
import type { Group } from "./groups.ts";
import { torusSpan } from "./torusSpan.ts";

/**
 * Part of a step's `Context` that a collective's time depends on: algebra, scenario, and the scenario's fields as
 * numbers `x`. Pipeline stages are not part of it.
 */
export type Network<N> = Pick<Context<N>, "alg" | "scenario" | "x">;

/**
 * Constants of an NCCL protocol, or of messages on a TPU torus (ICI), for the scale-up (`up`) and scale-out (`out`)
 * tier. `share` is the fraction of a link's rate that carries payload. `hop` is the latency of a hop in excess of the
 * latency under LL, the protocol with the shortest latency, s.
 */
export interface Protocol {
  readonly name: "LL" | "LL128" | "Simple" | "ICI";
  /** Names of the constants `hop` and `share` in a derivation. */
  readonly labels: { readonly hop: string; readonly share: string };
  readonly up: { readonly share: number; readonly hop: number };
  readonly out: { readonly share: number; readonly hop: number };
}

/**
 * NCCL's protocols (NVIDIA/nccl, src/graph/tuning.cc). `hop` is hwLatencies of rings under the protocol minus that
 * under LL (LL, LL128, Simple: 0.6, 1.9 and 3.4 us on NVLink, 2.7, 4 and 14 us on a network). LL sends 4 bytes of
 * flags with 4 of data; llMaxBws caps it at 0.29 to 0.31 of NVLink's rate (87.7 of 300, 141 of 450 GB/s), and across
 * nodes it reaches a quarter of the rate. LL128 sends 120 bytes of data in 128.
 */
export const protocols: readonly Protocol[] = [
  { ...called("LL"), up: { share: 0.3, hop: 0 }, out: { share: 0.25, hop: 0 } },
  { ...called("LL128"), up: { share: 0.9375, hop: 1.3e-6 }, out: { share: 0.9375, hop: 1.3e-6 } },
  { ...called("Simple"), up: { share: 1, hop: 2.8e-6 }, out: { share: 1, hop: 11.3e-6 } },
];
function called<P extends Protocol["name"]>(name: P) {
  return { name, labels: { hop: `what ${name} adds to a hop`, share: `payload under ${name}` } };
}
export const simple = protocols[2] as Protocol;

/** The only protocol of a TPU torus (ICI): NCCL does not run there, and messages carry no flags. */
const ici: readonly Protocol[] = [{ ...called("ICI"), up: { share: 1, hop: 0 }, out: { share: 1, hop: 0 } }];

/**
 * Protocols that a group's links allow: `ici` on a TPU torus, else NCCL's protocols. LL128 is left out for groups
 * whose messages take EFA, because it needs 128 bytes to arrive in order, which EFA does not guarantee.
 */
export function protocolsOn({ scaleUp, scaleOut }: Cluster, group: Group): readonly Protocol[] {
  if (scaleUp.kind === "torus") return ici;
  const unordered = group.tier !== "scale_up" && scaleOut?.kind === "efa";
  return unordered ? withoutLL128 : protocols;
}
const withoutLL128 = protocols.filter(({ name }) => name !== "LL128");

/** Speed of a tier of links (scale-up or scale-out): latency of a hop `alpha`, s, and rate of a rank `beta`, B/s. */
export interface Tier<N> {
  readonly alpha: N;
  readonly beta: N;
}

/**
 * Number of link-disjoint rings through the first n devices of a hybrid cube mesh (NVIDIA DGX-1V), at index n. Five
 * devices have no ring, because the fifth has one neighbour: their chain over one link is as fast as 1.6 rings.
 */
const CUBE_RINGS = [0, 0, 1, 2, 4, 1.6, 2, 4, 6];

/** Achieved fraction of the data sheet's NVLink rate between devices without switches: CALIBRATION.md, "Links". */
const BRIDGE_SHARE = 0.93;

/**
 * Rate of a rank in a ring of two A100s ÷ its rate in a ring of eight. From vTrain's five all-reduces of 16 MiB and
 * more: CALIBRATION.md, "Links".
 */
const PAIR_RING = 0.86;

/**
 * Latency of a hop, s, and rate of a rank over its own links, B/s, inside its scale-up domain. Links that several
 * devices share limit the rate further: domainUplinks.ts.
 */
export function upTier<N>({ alg, x, scenario }: Network<N>, group: Group): Tier<N> {
  const { kind, mesh, domain, shape, boards, pcie } = scenario.cluster.scaleUp;
  const links = { W_l: x.upRate, eta_l: x.upEfficiency };
  const alpha = x.upLatency;
  if (kind === "torus") {
    const { directions } = torusSpan(scenario.cluster.scaleUp, group.inner);
    const n_R = alg.constant("links that the group uses", directions, "1", "the group's place on the torus");
    const n_L = alg.constant("links of a device", 2 * shape.length, "1", "two in each dimension");
    return { alpha, beta: alg.apply(book.cubeMeshRate, { n_R, n_L, ...links }) };
  }
  if (mesh === "hybrid_cube_mesh") {
    const n_R = alg.constant(
      "rings through the group",
      CUBE_RINGS[group.inner] ?? 6,
      "1",
      "links of the hybrid cube mesh",
    );
    const n_L = alg.constant("links of a device", 6, "1", "NVIDIA V100 data sheet");
    return { alpha, beta: alg.apply(book.cubeMeshRate, { n_R, n_L, ...links }) };
  }
  if (mesh === "fully_connected" && domain > 1) {
    const onBoard = domain / boards;
    const ranks = Math.min(group.inner, onBoard);
    const n = alg.constant("ranks in a domain", ranks, "1", "the plan's degrees on the machine");
    const n_M =
      boards === 1 ? x.domain : alg.constant("devices of a board", onBoard, "1", "cluster.scale_up.boards");
    return { alpha, beta: alg.apply(book.fullMeshRate, { n, n_M, ...links }) };
  }
  if (pcie !== null && pcie.bridgeBytesPerSecond > 0) {
    const eta_l = alg.constant("share of a bridge", BRIDGE_SHARE, "1", "CALIBRATION.md, links: NVLink 2");
    return { alpha, beta: alg.apply(book.scaleUpRate, { W_l: x.bridgeRate, eta_l }) };
  }
  return { alpha, beta: alg.apply(book.scaleUpRate, links) };
}

/**
 * Latency of a hop, s, and rate of a rank, B/s, in a ring inside a scale-up domain. Two ranks behind NVSwitch get a
 * lower rate than `upTier` gives, because a ring of two cannot use all links of its devices.
 */
export function ringTier<N>(net: Network<N>, group: Group): Tier<N> {
  const { alpha, beta } = upTier(net, group);
  if (group.inner !== 2 || net.scenario.cluster.scaleUp.kind !== "nvswitch") return { alpha, beta };
  const c_p = net.alg.constant(
    "share of the links in a ring of two",
    PAIR_RING,
    "1",
    "CALIBRATION.md, links",
  );
  return { alpha, beta: net.alg.apply(book.shareOfRate, { c_pr: c_p, beta }) };
}

/**
 * Latency of a hop, s, and rate, B/s, of messages to a single peer inside a scale-up domain. With NVSwitch the rate is
 * 72% of a rank's rate, because messages to one peer use only part of a device's links to the switches.
 */
export function pairTier<N>(net: Network<N>, group: Group): Tier<N> {
  const { alg, scenario } = net;
  const { alpha, beta } = upTier(net, { ...group, inner: 2 });
  if (scenario.cluster.scaleUp.kind !== "nvswitch") return { alpha, beta };
  const c_p = alg.constant(
    "share of the links between two devices",
    0.72,
    "1",
    "PKU-DAIR/Hetu-Galvatron, p2p_bandwidth_1nodes_8gpus_per_node.json: 164 of 228 GB/s",
  );
  return { alpha, beta: alg.apply(book.shareOfRate, { c_pr: c_p, beta }) };
}

/**
 * Latency of a hop, s, and rate of a rank, B/s, between scale-up domains. Devices of a node that send at the same time
 * share its NICs.
 */
export function outTier<N>({ alg, x, scenario }: Network<N>, group: Group): Tier<N> {
  const { devicesPerNode } = scenario.cluster;
  const n_q =
    group.senders === undefined || group.senders >= devicesPerNode
      ? x.nodeDevices
      : alg.constant(
          "devices of a node that send at once",
          group.senders,
          "1",
          "the plan's degrees on the machine",
        );
  const beta = alg.apply(book.scaleOutRate, {
    W_n: x.nicRate,
    n_nic: x.nics,
    n_snd: n_q,
    n_d: x.nodeDevices,
    eta_l: x.outEfficiency,
  });
  return { alpha: x.outLatency, beta };
}

const TUNING = "NVIDIA/nccl, src/graph/tuning.cc";

/** Fraction of a link's rate that carries payload under a protocol; the rest is flags and waiting. */
export function protocolShare<N>({ alg }: Network<N>, protocol: Protocol, where: "up" | "out"): N {
  return alg.constant(protocol.labels.share, protocol[where].share, "1", TUNING);
}

/** Latency of a hop, s, and payload rate of a rank, B/s, on a tier under a protocol. */
export function under<N>(
  net: Network<N>,
  { alpha, beta }: Tier<N>,
  protocol: Protocol,
  where: "up" | "out",
): Tier<N> {
  const { alg } = net;
  const alpha_p = alg.constant(protocol.labels.hop, protocol[where].hop, "s", TUNING);
  const c_p = protocolShare(net, protocol, where);
  return {
    alpha: alg.apply(book.protocolLatency, { alpha, alpha_p }),
    beta: alg.apply(book.protocolRate, { c_pr: c_p, beta }),
  };
}
