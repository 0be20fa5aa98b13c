import type { Algebra, Part } from "../../core/algebra.ts";
import * as beyond from "../../formulas/communication/blocks.ts";
import * as book from "../../formulas/communication/collectives.ts";
import { switchRate } from "../../formulas/communication/links.ts";
import { domainUplinks } from "../fabric/domainUplinks.ts";
import type { Group } from "../fabric/groups.ts";
import {
  type Network,
  outTier,
  type Protocol,
  pairTier,
  protocolsOn,
  ringTier,
  simple,
  type Tier,
  under,
} from "../fabric/links.ts";
import { networkUplinks, payloadOut } from "../fabric/networkUplinks.ts";
import { torusSpan } from "../fabric/torusSpan.ts";
import { allToAll } from "./allToAll.ts";
import { type CollectiveCall, type Path, path } from "./collectiveCall.ts";
import type { CollectiveOp, CollectiveTime } from "./collectiveTime.ts";
import { domainByDomain, siteBySite } from "./levels.ts";

/**
 * Time of one collective, s, and its algorithm: the fastest algorithm and protocol that the group's links support.
 * `Q` is the size of the whole vector in bytes, not a rank's share: a rank has all of `Q` before an all-reduce,
 * reduce-scatter or all-to-all, and after an all-gather.
 */
export function collectiveTime<N>(net: Network<N>, op: CollectiveOp, group: Group, Q: N): CollectiveTime<N> {
  const { alg, x } = net;
  if (group.size === 1)
    return { seconds: alg.constant("a group of one", 0, "s", "definition"), algorithm: "none" };
  const on: CollectiveCall<N> = {
    net,
    Q,
    group,
    tau_b: group.tier === "scale_out" ? x.outBase : x.upBase,
    n_h: pathRanks(net, group),
    n: alg.constant("ranks of the group", group.size, "1", "the plan's degrees on the machine"),
    n_D: alg.constant("domains of the group", group.outer, "1", "the plan's degrees on the machine"),
    up: group.tier === "scale_out" ? null : ringTier(net, group),
    out: group.tier === "scale_up" ? null : outTier(net, group),
    uplinks: [...domainUplinks(net, group), ...networkUplinks(net, group)],
  };
  if (op === "send_recv") return send(on);
  if (op === "all_to_all") return { seconds: allToAll(on), algorithm: "direct" };
  return fastest(net, candidates(on, op));
}

/** Algorithms that a collective may take, each with its time, s: those of the cluster's field `collectives`. */
function candidates<N>(on: CollectiveCall<N>, op: RingOp): readonly Part<N>[] {
  const { net, group } = on;
  const { cluster } = net.scenario;
  const { collectives } = cluster;
  const any = collectives === "fastest";
  const ways = protocolsOn(cluster, group).map((protocol) => path(on, protocol));
  const found: Part<N>[] = [];
  if (any) pushRings(found, on, op, ways);
  if ((any || collectives === "tree") && op === "all_reduce" && on.out)
    for (const way of ways) found.push({ label: `tree ${way.protocol.name}`, value: tree(on, way) });
  if (
    (any || collectives === "in_network") &&
    op === "all_reduce" &&
    on.up &&
    cluster.scaleUp.sharp &&
    group.inner > 1
  )
    found.push({
      label: on.out ? "in-network, tree across" : "in-network",
      value: inSwitches(on, on.up),
    });
  if (collectives === "hierarchical") {
    const inLevels = domainByDomain(on, op, collectiveTime);
    if (inLevels !== null) found.push({ label: "hierarchical", value: inLevels });
  }
  if (any || collectives === "hierarchical") {
    const apart = siteBySite(on, op, collectiveTime);
    if (apart !== null) found.push({ label: "site by site", value: apart });
  }
  if (found.length === 0) pushRings(found, on, op, ways);
  return found;
}

/** Appends the ring of each protocol. Each estimate runs this for every collective, so no array or closure is made. */
function pushRings<N>(found: Part<N>[], on: CollectiveCall<N>, op: RingOp, ways: readonly Path<N>[]): void {
  for (const way of ways) found.push({ label: `ring ${way.protocol.name}`, value: ring(on, op, way) });
}

function fastest<N>({ alg }: Network<N>, found: readonly Part<N>[]): CollectiveTime<N> {
  const { label, value } = alg.least(found);
  return { seconds: value, algorithm: label };
}

/**
 * Number of ranks by which a collective's latency counts hops on a torus: a message travels along one dimension
 * after the other, so only the ranks along the dimensions count. null on other fabrics, where all ranks count.
 */
function pathRanks<N>({ alg, scenario }: Network<N>, { inner, outer, tier }: Group): N | null {
  const { scaleUp } = scenario.cluster;
  if (scaleUp.kind !== "torus" || tier === "scale_out") return null;
  const ranks = (torusSpan(scaleUp, inner).hops + 1) * outer;
  return alg.constant("ranks along the dimensions", ranks, "1", "the group's place on the torus");
}

/**
 * Time of operation `op` by a ring algorithm, s. NCCL runs several rings at once; together they are as fast as one
 * ring that uses all NICs of a node.
 */
function ring<N>(on: CollectiveCall<N>, op: RingOp, way: Path<N>): N {
  const { net, n, n_h, n_D, Q, tau_b } = on;
  const { alg } = net;
  let tau_a = way.across
    ? alg.apply(book.ringHopsAcross, { n: n_h ?? n, n_D, alpha: way.up.alpha, alpha_o: way.out.alpha })
    : alg.apply(book.ringHops, { n: n_h ?? n, alpha: way.only.alpha });
  let beta = way.across
    ? alg.apply(book.ringRateAcross, { n, n_D, beta: way.up.beta, beta_o: way.out.beta })
    : way.only.beta;
  for (const uplink of on.uplinks) {
    const { count, n_K, alpha } = uplink;
    if (count === 1) continue;
    const beta_k = payloadOut(net, uplink, "toNext", way.protocol);
    beta = alg.apply(beyond.ringRateOut, { beta, n, n_K, beta_k });
    if (alpha !== null) tau_a = alg.apply(beyond.ringHopsOut, { tau_a, n_K, alpha_w: alpha });
  }
  return ROUNDS[op](alg, { tau_b, tau_a, n, Q, beta });
}

/**
 * Symbols of the formulas of a ring's time: base latency `tau_b`, s; latency of all hops `tau_a`, s; ranks `n`;
 * payload `Q`, B; rate `beta`, B/s.
 */
interface Round<N> {
  readonly tau_b: N;
  readonly tau_a: N;
  readonly n: N;
  readonly Q: N;
  readonly beta: N;
}

/** Operations that a ring algorithm implements: all collectives but all-to-all and point-to-point messages. */
type RingOp = Exclude<CollectiveOp, "send_recv" | "all_to_all">;

/** Formula of the time of a ring algorithm, s, for each operation. */
const ROUNDS: Readonly<Record<RingOp, <N>(alg: Algebra<N>, round: Round<N>) => N>> = {
  all_reduce: (alg, round) => alg.apply(book.ringAllReduce, round),
  all_gather: (alg, round) => alg.apply(book.ringShare, round),
  reduce_scatter: (alg, round) => alg.apply(book.ringShare, round),
  broadcast: (alg, { tau_b, tau_a, Q, beta }) =>
    alg.apply(book.pipelined, { tau_b, tau_a, tau_w: alg.apply(book.sendWire, { Q, beta }) }),
};

/**
 * Time of an all-reduce by NCCL's double binary tree, s. Each of two trees connects the scale-up domains and carries
 * half of the data; the ranks inside a domain form a chain.
 */
function tree<N>(on: CollectiveCall<N>, way: Path<N>): N {
  const { net, n, n_h, n_D, Q } = on;
  const { alg } = net;
  const tau_a = way.across
    ? alg.apply(book.treeHopsAcross, { n: n_h ?? n, n_D, alpha: way.up.alpha, alpha_o: way.out.alpha })
    : alg.apply(book.treeHops, { n, alpha: way.only.alpha });
  const tau_w = way.across
    ? alg.apply(book.treeWireAcross, { n, n_D, Q, beta: way.up.beta, beta_o: way.out.beta })
    : alg.apply(book.treeWire, { n, Q, beta: way.only.beta });
  return treeThrough(on, tau_a, tau_w, way.protocol);
}

/**
 * Time of an all-reduce by double binary tree, s, including base latency and the shared links out of blocks of devices
 * (`uplinks` of the call). `hops` is the latency of the tree's hops, s, and `wire` the transfer time of its bytes, s,
 * both before the limits of the shared links.
 */
function treeThrough<N>(
  { net, n, Q, tau_b, uplinks }: CollectiveCall<N>,
  hops: N,
  wire: N,
  protocol: Protocol,
): N {
  const { alg } = net;
  let tau_a = hops;
  let tau_w = wire;
  for (const uplink of uplinks) {
    const { count, n_K, alpha, edges } = uplink;
    if (count === 1) continue;
    const beta_k = payloadOut(net, uplink, "toNext", protocol);
    const n_e = alg.constant(
      "edges of both trees out of a block",
      edges,
      "1",
      "NVIDIA/nccl, src/graph/trees.cc",
    );
    tau_w = alg.apply(beyond.treeWireOut, { tau_w, n_e, n_K, Q, n, beta_k });
    if (alpha !== null) tau_a = alg.apply(beyond.treeHopsOut, { tau_a, n_K, alpha_w: alpha });
  }
  return alg.apply(book.pipelined, { tau_b, tau_a, tau_w });
}

/**
 * Time of an all-reduce in the network, s. NVLink switches sum the data of the ranks in a scale-up domain (SHARP), and
 * trees between domains sum the results (NCCL's NVLSTree).
 */
function inSwitches<N>(on: CollectiveCall<N>, links: Tier<N>): N {
  const { net, n, n_D, Q, tau_b } = on;
  const { alg, x } = net;
  const up = under(
    net,
    {
      alpha: links.alpha,
      beta: alg.apply(switchRate, { beta: links.beta, eta_s: x.sharpEfficiency }),
    },
    simple,
    "up",
  );
  if (!on.out) {
    const tau_a = alg.apply(book.switchHops, { alpha: up.alpha });
    const tau_w = alg.apply(book.switchWire, { n, Q, beta: up.beta });
    return alg.apply(book.pipelined, { tau_b, tau_a, tau_w });
  }
  const { alpha, beta } = under(net, on.out, simple, "out");
  const tau_a = alg.apply(book.switchHopsAcross, { n_D, alpha: up.alpha, alpha_o: alpha });
  const tau_w = alg.apply(book.switchWireAcross, { n, n_D, Q, beta: up.beta, beta_o: beta });
  return treeThrough(on, tau_a, tau_w, simple);
}

/** Time of a point-to-point message, s, by the fastest protocol. */
function send<N>(on: CollectiveCall<N>): CollectiveTime<N> {
  const { net, group, Q, tau_b } = on;
  const { alg } = net;
  const tier = on.out ?? pairTier(net, group);
  const where = on.out ? "out" : "up";
  const found = protocolsOn(net.scenario.cluster, group).map((protocol) => {
    const { alpha, beta } = sendOut(on, under(net, tier, protocol, where), protocol);
    const tau_w = alg.apply(book.sendWire, { Q, beta });
    return {
      label: `send ${protocol.name}`,
      value: alg.apply(book.pipelined, { tau_b, tau_a: alpha, tau_w }),
    };
  });
  return fastest(net, found);
}

/**
 * Latency, s, and rate, B/s, of a point-to-point message that leaves blocks of devices. The senders of all groups use
 * a block's links at the same time and share their rate. Equals `tier` where the group lies inside one block.
 */
function sendOut<N>({ net, uplinks }: CollectiveCall<N>, tier: Tier<N>, protocol: Protocol): Tier<N> {
  const { alg } = net;
  let { alpha, beta } = tier;
  for (const uplink of uplinks) {
    const { count, alpha: alpha_w, devices, senders } = uplink;
    if (count === 1) continue;
    const n_k = alg.constant("devices of a block", devices, "1", "the cluster's blocks");
    const n_q = alg.constant(
      "devices of the block that send to the next block",
      senders,
      "1",
      "the plan's degrees on the machine",
    );
    beta = alg.apply(beyond.sendRateOut, {
      beta,
      n_k,
      n_snd: n_q,
      beta_k: payloadOut(net, uplink, "toNext", protocol),
    });
    if (alpha_w !== null) alpha = alg.apply(beyond.onceOut, { tau_a: alpha, alpha_w });
  }
  return { alpha, beta };
}
