import type { Part } from "./algebra.ts";
import type { CollectiveEstimate } from "./estimate.ts";
import * as book from "./formulas/collectives.ts";
import { switchRate } from "./formulas/links.ts";
import type { Group } from "./groups.ts";
import {
  type Network,
  outTier,
  type Protocol,
  pairTier,
  protocolsOn,
  ringTier,
  simple,
  type Tier,
  torusSpan,
  under,
} from "./links.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  /** `ring LL128`, `tree LL`, `in-network`, `direct`. */
  readonly algorithm: string;
}

/**
 * The fastest of the algorithms and protocols that fit the group. `Q` is the whole vector in bytes, not a rank's share:
 * what each rank has before an all-reduce, reduce-scatter or all-to-all, and after an all-gather.
 */
export function collectiveTime<N>(net: Network<N>, op: CollectiveOp, group: Group, Q: N): CollectiveTime<N> {
  const { alg, x } = net;
  if (group.size === 1)
    return { seconds: alg.constant("a group of one", 0, "s", "definition"), algorithm: "none" };
  const on: On<N> = {
    net,
    Q,
    group,
    tau_b: group.tier === "scale_out" ? x.outBase : x.upBase,
    n_h: pathRanks(net, group),
    n: alg.constant("ranks of the group", group.size, "1", "the plan's degrees on the machine"),
    n_D: alg.constant("domains of the group", group.outer, "1", "the plan's degrees on the machine"),
    up: group.tier === "scale_out" ? null : ringTier(net, group),
    out: group.tier === "scale_up" ? null : outTier(net, group),
  };
  if (op === "send_recv") return send(on);
  if (op === "all_to_all") return allToAll(on);
  const found: CollectiveTime<N>[] = [];
  for (const protocol of protocolsOn(net.scenario.cluster, group)) {
    const way = path(on, protocol);
    found.push({ seconds: ring(on, op, way), algorithm: `ring ${protocol.name}` });
    if (op === "all_reduce" && on.out)
      found.push({ seconds: tree(on, way), algorithm: `tree ${protocol.name}` });
  }
  if (op === "all_reduce" && on.up && net.scenario.cluster.scaleUp.sharp && group.inner > 1)
    found.push({
      seconds: inSwitches(on, on.up),
      algorithm: on.out ? "in-network, tree across" : "in-network",
    });
  return found.reduce((best, next) => (alg.value(next.seconds) < alg.value(best.seconds) ? next : best));
}

/** A call: its group, payload, and the tiers that its messages take. */
interface On<N> {
  readonly net: Network<N>;
  readonly group: Group;
  readonly Q: N;
  readonly n: N;
  /** Ranks that hops are counted over; null for all of the group. */
  readonly n_h: N | null;
  readonly n_D: N;
  readonly tau_b: N;
  readonly up: Tier<N> | null;
  readonly out: Tier<N> | null;
}

/** On a torus a message passes along the dimensions, not through every rank. */
function pathRanks<N>({ alg, scenario }: Network<N>, { inner, outer, tier }: Group): N | null {
  const { kind, shape } = scenario.cluster.scaleUp;
  if (kind !== "torus" || tier === "scale_out") return null;
  const ranks = (torusSpan(shape, inner).hops + 1) * outer;
  return alg.constant("ranks along the dimensions", ranks, "1", "the group's place on the torus");
}

/** Both tiers under a protocol, or the only one. */
type Path<N> =
  | { readonly across: true; readonly up: Tier<N>; readonly out: Tier<N> }
  | { readonly across: false; readonly only: Tier<N> };

function path<N>({ net, up, out }: On<N>, protocol: Protocol): Path<N> {
  const of = (tier: Tier<N>, where: "up" | "out") => under(net, tier, protocol, where);
  if (up && out) return { across: true, up: of(up, "up"), out: of(out, "out") };
  if (up) return { across: false, only: of(up, "up") };
  return { across: false, only: of(out as Tier<N>, "out") };
}

/** One ring through all ranks; NCCL's is as fast as the node's way out, which its ranks share. */
function ring<N>(on: On<N>, op: CollectiveOp, way: Path<N>): N {
  const { net, n, n_h, n_D, Q, tau_b } = on;
  const { alg } = net;
  const tau_a = way.across
    ? alg.apply(book.ringHopsAcross, { n: n_h ?? n, n_D, alpha: way.up.alpha, alpha_o: way.out.alpha })
    : alg.apply(book.ringHops, { n: n_h ?? n, alpha: way.only.alpha });
  const beta = way.across
    ? alg.apply(book.ringRateAcross, { n, n_D, beta: way.up.beta, beta_o: way.out.beta })
    : way.only.beta;
  if (op === "broadcast")
    return alg.apply(book.pipelined, { tau_b, tau_a, tau_w: alg.apply(book.sendWire, { Q, beta }) });
  return alg.apply(op === "all_reduce" ? book.ringAllReduce : book.ringShare, { tau_b, tau_a, n, Q, beta });
}

/** Two trees over the domains, each with half of the data; a chain inside each domain. */
function tree<N>(on: On<N>, way: Path<N>): N {
  const { net, n, n_h, n_D, Q, tau_b } = on;
  const { alg } = net;
  const tau_a = way.across
    ? alg.apply(book.treeHopsAcross, { n: n_h ?? n, n_D, alpha: way.up.alpha, alpha_o: way.out.alpha })
    : alg.apply(book.treeHops, { n, alpha: way.only.alpha });
  const tau_w = way.across
    ? alg.apply(book.treeWireAcross, { n, n_D, Q, beta: way.up.beta, beta_o: way.out.beta })
    : alg.apply(book.treeWire, { n, Q, beta: way.only.beta });
  return alg.apply(book.pipelined, { tau_b, tau_a, tau_w });
}

/** Switches add up what the devices of a domain send (NVLink SHARP), and trees join the domains (NCCL's NVLSTree). */
function inSwitches<N>(on: On<N>, links: Tier<N>): N {
  const { net, n, n_D, Q, tau_b, out } = on;
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
  if (!out) {
    const tau_a = alg.apply(book.switchHops, { alpha: up.alpha });
    const tau_w = alg.apply(book.switchWire, { n, Q, beta: up.beta });
    return alg.apply(book.pipelined, { tau_b, tau_a, tau_w });
  }
  const { alpha, beta } = under(net, out, simple, "out");
  const tau_a = alg.apply(book.switchHopsAcross, { n_D, alpha: up.alpha, alpha_o: alpha });
  const tau_w = alg.apply(book.switchWireAcross, { n, n_D, Q, beta: up.beta, beta_o: beta });
  return alg.apply(book.pipelined, { tau_b, tau_a, tau_w });
}

/** One message to one rank. */
function send<N>(on: On<N>): CollectiveTime<N> {
  const { net, group, Q, tau_b } = on;
  const { alg } = net;
  const tier = on.out ?? pairTier(net, group);
  const where = on.out ? "out" : "up";
  const found = protocolsOn(net.scenario.cluster, group).map((protocol) => {
    const { alpha, beta } = under(net, tier, protocol, where);
    const tau_w = alg.apply(book.sendWire, { Q, beta });
    return {
      seconds: alg.apply(book.pipelined, { tau_b, tau_a: alpha, tau_w }),
      algorithm: `send ${protocol.name}`,
    };
  });
  return found.reduce((best, next) => (alg.value(next.seconds) < alg.value(best.seconds) ? next : best));
}

/** A message of its own to every rank, all at once. */
function allToAll<N>(on: On<N>): CollectiveTime<N> {
  const { net, group, n, n_h, n_D, Q, tau_b } = on;
  const { alg, scenario } = net;
  const paired = on.up && group.inner === 2 ? { ...on, up: pairTier(net, group) } : on;
  const protocols = protocolsOn(scenario.cluster, group);
  const way = path(paired, protocols[protocols.length - 1] as Protocol);
  const tau_a = way.across
    ? alg.apply(book.allToAllHopsAcross, { n: n_h ?? n, n_D, alpha: way.up.alpha, alpha_o: way.out.alpha })
    : alg.apply(book.ringHops, { n: n_h ?? n, alpha: way.only.alpha });
  let tau_w = way.across
    ? alg.apply(book.allToAllWireAcross, { n, n_D, Q, beta: way.up.beta, beta_o: way.out.beta })
    : alg.apply(book.allToAllWire, { n, Q, beta: way.only.beta });
  const { alpha } = way.across ? way.out : way.only;
  if (n_h !== null)
    tau_w = alg.max("time of the bytes", "s", [{ label: "out of a device", value: tau_w }, throughTorus(on)]);
  return { seconds: alg.apply(book.allToAllTime, { tau_b, tau_a, tau_w, alpha }), algorithm: "direct" };
}

/** Messages to far devices pass the links of those between. */
function throughTorus<N>({ net, group, Q, up }: On<N>): Part<N> {
  const { alg, scenario } = net;
  const { directions, longest } = torusSpan(scenario.cluster.scaleUp.shape, group.inner);
  const source = "the group's place on the torus";
  const n_R = alg.constant("links that the group uses", directions, "1", source);
  const n_T = alg.constant("devices along the longest dimension", longest, "1", source);
  const { beta } = up as Tier<N>;
  return {
    label: "along the longest dimension",
    value: alg.apply(book.torusAllToAllWire, { n_T, n_R, Q, beta }),
  };
}
