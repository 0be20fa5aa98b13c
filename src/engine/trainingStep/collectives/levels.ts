import { largestDivisorAtMost } from "../../core/largestDivisor.ts";
import { siteShare } from "../../formulas/communication/blocks.ts";
import type { Group } from "../fabric/groups.ts";
import type { Network } from "../fabric/links.ts";
import type { CollectiveCall } from "./collectiveCall.ts";
import type { CollectiveOp, CollectiveTime } from "./collectiveTime.ts";

/**
 * Collectives that each operation runs inside a block (a domain or a site) when it is done in two levels. `reduceFirst`: a reduce-scatter
 * before the exchange between sites. `gatherLast`: an all-gather after it. null for an operation without a
 * two-level algorithm.
 */
const STEPS: Readonly<
  Record<CollectiveOp, { readonly reduceFirst: boolean; readonly gatherLast: boolean } | null>
> = {
  all_reduce: { reduceFirst: true, gatherLast: true },
  reduce_scatter: { reduceFirst: true, gatherLast: false },
  all_gather: { reduceFirst: false, gatherLast: true },
  broadcast: null,
  all_to_all: null,
  send_recv: null,
};

type TimeOf = <N>(net: Network<N>, op: CollectiveOp, group: Group, Q: N) => CollectiveTime<N>;

/**
 * Time of a hierarchical collective over several sites, s (Cho et al., BlueConnect, MLSys 2019). The wide-area network
 * then carries as little as possible, while a ring sends every byte over it. null where this algorithm does not apply:
 * the group lies in one site, has one rank in each site or unequal numbers of ranks, or `op` is a broadcast, all-to-all
 * or send.
 */
export function siteBySite<N>(on: CollectiveCall<N>, op: CollectiveOp, timeOf: TimeOf): N | null {
  const { group, uplinks } = on;
  const site = uplinks.find(({ level }) => level === "site");
  if (site === undefined || site.count === 1 || site.count === group.size) return null;
  const { count } = site;
  const size = group.size / count;
  // A group that does not divide evenly over the sites has ranks without peers at other sites, so this
  // algorithm is not used.
  if (!Number.isInteger(size)) return null;
  const inner = largestDivisorAtMost(size, group.inner);
  const outer = size / inner;
  const blocks = group.blocks && {
    ...group.blocks,
    leaf: Math.ceil(group.blocks.leaf / count),
    pod: Math.ceil(group.blocks.pod / count),
    site: 1,
  };
  const inside: Group = {
    ...group,
    size,
    inner,
    outer,
    ...(blocks && { blocks }),
    tier: tierOf(size, outer),
  };
  const between: Group = {
    ...{ size: count, inner: 1, outer: count, tier: "scale_out", ...(group.axes && { axes: group.axes }) },
    blocks: { leaf: count, pod: count, site: count },
  };
  return twoLevels(on, op, timeOf, { inside, between, n_K: site.n_K, where: "site" });
}

/**
 * Time of a hierarchical collective over several scale-up domains, s: by the scale-up links inside each domain, and by
 * all its NICs at once between them. null where the group lies in one domain or has one rank in each, or `op` has no
 * such algorithm.
 */
export function domainByDomain<N>(on: CollectiveCall<N>, op: CollectiveOp, timeOf: TimeOf): N | null {
  const { group, n_D } = on;
  const { size, inner, outer, axes, blocks } = group;
  if (inner === 1 || outer === 1) return null;
  const inside: Group = { size: inner, inner, outer: 1, tier: "scale_up", ...(axes && { axes }) };
  const between: Group = {
    ...{ size: size / inner, inner: 1, outer, tier: "scale_out" },
    ...(axes && { axes }),
    ...(blocks && { blocks }),
  };
  return twoLevels(on, op, timeOf, { inside, between, n_K: n_D, where: "domain" });
}

/** Levels of a hierarchical collective: the group of a block's ranks, and that of a rank's peers in all `n_K` blocks. */
interface Levels<N> {
  readonly inside: Group;
  readonly between: Group;
  readonly n_K: N;
  readonly where: "site" | "domain";
}

/**
 * Time of a collective in two levels, s. An all-reduce first runs a reduce-scatter inside each block, then exchanges
 * every rank's shard with its peers in other blocks, then runs an all-gather inside each block.
 */
function twoLevels<N>(
  { net, n, Q }: CollectiveCall<N>,
  op: CollectiveOp,
  timeOf: TimeOf,
  { inside, between, n_K, where }: Levels<N>,
): N | null {
  const { alg } = net;
  const steps = STEPS[op];
  if (steps === null) return null;
  const share = alg.apply(siteShare, { Q, n_K, n });
  const parts = [];
  if (steps.reduceFirst)
    parts.push({
      label: `collective inside the ${where}s`,
      value: timeOf(net, "reduce_scatter", inside, Q).seconds,
    });
  parts.push({
    label: `collective between the ${where}s`,
    value: timeOf(net, op, between, share).seconds,
  });
  if (steps.gatherLast)
    parts.push({
      label: `second collective inside the ${where}s`,
      value: timeOf(net, "all_gather", inside, Q).seconds,
    });
  return alg.sum(`time of a collective, ${where} by ${where}`, "s", parts);
}

const tierOf = (size: number, outer: number): Group["tier"] =>
  outer === 1 ? "scale_up" : outer === size ? "scale_out" : "both";
