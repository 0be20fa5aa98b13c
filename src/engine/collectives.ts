import type { Context } from "./context.ts";
import type { CollectiveEstimate } from "./estimate.ts";
import * as book from "./formulas/collectives.ts";
import type { Group } from "./groups.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  readonly algorithm: string;
}

/** Latency and rate of a device on one tier. */
interface Tier<N> {
  readonly alpha: N;
  readonly beta: N;
}

/** The fastest of the algorithms that fit the group, for a payload of Q bytes: the whole vector, not a rank's share. */
export function collectiveTime<N>(ctx: Context<N>, op: CollectiveOp, group: Group, Q: N): CollectiveTime<N> {
  const { alg } = ctx;
  if (group.size === 1)
    return { seconds: alg.constant("a group of one", 0, "s", "definition"), algorithm: "none" };
  if (op === "send_recv") {
    const { alpha, beta } = tier(ctx, group.tier === "scale_up" ? "up" : "out");
    return { seconds: alg.apply(book.sendTime, { alpha, Q, beta }), algorithm: "send" };
  }
  if (group.tier === "both") return hierarchical(ctx, op, group, Q);
  return flat(ctx, op, group.size, group.tier === "scale_up" ? "up" : "out", Q);
}

function tier<N>({ alg, x }: Context<N>, where: "up" | "out"): Tier<N> {
  if (where === "up")
    return {
      alpha: x.upLatency,
      beta: alg.apply(book.scaleUpRate, { W_l: x.upRate, eta_l: x.upEfficiency }),
    };
  const beta = alg.apply(book.scaleOutRate, {
    W_n: x.nicRate,
    n_nic: x.nics,
    n_d: x.nodeDevices,
    eta_l: x.outEfficiency,
    o: x.oversubscription,
  });
  return { alpha: x.outLatency, beta };
}

function flat<N>(
  ctx: Context<N>,
  op: CollectiveOp,
  size: number,
  where: "up" | "out",
  Q: N,
): CollectiveTime<N> {
  const { alg, scenario } = ctx;
  const { alpha, beta } = tier(ctx, where);
  const n = alg.constant("ranks of the group", size, "1", "the plan's degrees on the machine");
  const args = { n, alpha, Q, beta };
  if (op !== "all_reduce") return { seconds: alg.apply(book.ringShare, args), algorithm: "ring" };
  const candidates = [
    { algorithm: "ring", seconds: alg.apply(book.ringAllReduce, args) },
    { algorithm: "tree", seconds: alg.apply(book.treeAllReduce, args) },
  ];
  if (where === "up" && scenario.cluster.scaleUp.sharp)
    candidates.push({ algorithm: "in-network", seconds: alg.apply(book.inNetworkAllReduce, args) });
  return candidates.reduce((best, next) => (alg.value(next.seconds) < alg.value(best.seconds) ? next : best));
}

/** Reduce-scatter inside each domain, the operation across with a share each, all-gather inside (NCCL, Horovod). */
function hierarchical<N>(ctx: Context<N>, op: CollectiveOp, group: Group, Q: N): CollectiveTime<N> {
  const { alg } = ctx;
  const n = alg.constant("ranks in a domain", group.inner, "1", "the plan's degrees on the machine");
  const share = alg.apply(book.shardBytes, { Q, n });
  const inside = flat(ctx, "reduce_scatter", group.inner, "up", Q).seconds;
  const across = flat(ctx, op, group.outer, "out", share);
  const parts =
    op === "all_reduce"
      ? [
          { label: "reduce-scatter inside the domain", value: inside },
          { label: "all-reduce across domains", value: across.seconds },
          { label: "all-gather inside the domain", value: inside },
        ]
      : [
          { label: "inside the domain", value: inside },
          { label: "across domains", value: across.seconds },
        ];
  const seconds = alg.sum("time of a hierarchical collective", "s", parts);
  return { seconds, algorithm: `hierarchical, ${across.algorithm} across` };
}
