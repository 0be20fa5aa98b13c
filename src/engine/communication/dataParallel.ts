import type { Compressed } from "../compression/compressed.ts";
import { inSteps } from "../compression/inSteps.ts";
import type { Context } from "../context.ts";
import { expertReplicaGroup, expertShardGroup } from "../experts/experts.ts";
import * as book from "../formulas/collectives.ts";
import { embeddingShard } from "../formulas/params.ts";
import { gradientWindow } from "../formulas/pipeline.ts";
import { isPositive } from "../isPositive.ts";
import { pipelineCopies } from "../schedule.ts";
import { NEIGHBOURS } from "./axes.ts";
import type { CollectiveOp } from "./collectiveTime.ts";
import { halve, type Recurring, recurring } from "./communication.ts";
import { gradientScatter, type Passes } from "./gradientScatter.ts";
import { copyGroup, type Group, groupOf, islandReplicas, shardGroup } from "./groups.ts";

/** A stage's parameters, and what their communication can hide behind. */
export interface StageWork<N> extends Passes<N> {
  /** Those with gradients (null where all are frozen), the bytes that ZeRO 3 gathers, and those that it gathers once more (gatheredAgain; null for none). */
  readonly params: N | null;
  readonly gathered: N;
  readonly again: N | null;
  /** Where each module hides the next one's transfers alone (modulesOf); null where a whole pass hides them. */
  readonly modules: readonly number[] | null;
  /** How gradients are made smaller; null: not at all. */
  readonly compressed: Compressed<N> | null;
}

/** The ranks that share state, and those with the same share of its copies: one where nothing is copied. */
interface Replicas {
  readonly shard: Group;
  readonly copies: Group;
}

/**
 * Collectives of one step over the ranks that hold the same weights: the data-parallel group, context-parallel ranks in
 * it. Without ZeRO one all-reduce of the gradients; ZeRO 1 scatters them and gathers the new weights; ZeRO 2 scatters
 * more often, since it keeps only a share (or all-reduces all of it at the end, see the field `whole_reduction`); ZeRO 3 gathers each layer's weights forward and backward of every
 * micro-batch besides (arXiv:1910.02054, section 7; arXiv:2304.11277). Gradients go in the framework's buckets. Where state
 * is sharded over some of the ranks only, all that remain the same, and shares meet once a step (arXiv:2205.00119, section 3.4).
 */
export function dataParallelComm<N>(ctx: Context<N>, work: StageWork<N>): readonly Recurring<N>[] {
  const { plan, cluster } = ctx.scenario;
  const whole = plan.zero === 0 || plan.dpShard === islandReplicas(plan);
  return overReplicas(ctx, work, ctx.x.shards, "", {
    shard: ranksOf(ctx, whole ? groupOf(plan, cluster, "dp") : shardGroup(plan, cluster)),
    copies: whole ? ALONE : ranksOf(ctx, copyGroup(plan, cluster)),
  });
}

/** The same for routed experts, whose replicas are fewer; `params` are theirs. */
export function expertReplicaComm<N>(
  ctx: Context<N>,
  work: StageWork<N>,
  shards: N,
): readonly Recurring<N>[] {
  const { plan, cluster } = ctx.scenario;
  const whole = plan.zero === 0 || plan.dpShard === islandReplicas(plan);
  return overReplicas(ctx, work, shards, " of experts", {
    shard: ranksOf(ctx, whole ? expertReplicaGroup(plan, cluster) : expertShardGroup(plan, cluster)),
    copies: whole ? ALONE : ranksOf(ctx, copyGroup(plan, cluster)),
  });
}

const ALONE: Group = { size: 1, inner: 1, outer: 1, tier: "scale_up" };

/** `of` tells apart what is sent. */
function overReplicas<N>(
  ctx: Context<N>,
  work: StageWork<N>,
  shards: N,
  of: string,
  { shard: group, copies }: Replicas,
): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (work.params === null && plan.zero < 3) return [];
  const P = work.params ?? alg.sum("parameters with gradients", "param", []);
  const payload = (B_x: N): N => alg.apply(book.gradientPayload, { B_x, P });
  const plain = payload(x.reduceBytes);
  const weights = alg.apply(book.gradientPayload, { B_x: x.gatherBytes, P });
  const scatter = gradientScatter(ctx, work);
  const over = (
    ranks: Group,
    op: CollectiveOp,
    sent: string,
    bytes: N,
    calls: N,
    behind: N | null,
    share: N = alg.apply(book.lastLayerShare, { L_r: work.layers }),
  ) =>
    recurring(
      ctx,
      { dimension: "dp", op, what: `${sent}${of}`, group: ranks, bytes, calls },
      plan.overlap.dp && behind !== null
        ? { behind, share, modules: plan.zero === 3 ? work.modules : null }
        : undefined,
    );
  const item = (
    op: CollectiveOp,
    sent: string,
    bytes: N,
    calls: N,
    behind: N | null,
    share?: N,
  ): Recurring<N> => over(group, op, sent, bytes, calls, behind, share);
  const window = (tau: N): N => alg.apply(gradientWindow, { tau, p: x.pp, m: x.microBatches, v: x.vpp });
  const all = (seconds: N): N => alg.apply(book.totalCallTime, { n_c: x.microBatches, tau: seconds });
  const bucketsOf = (Q: N): N =>
    plan.framework.layerTensors > 0
      ? alg.sum("tensors of a stage's weights", "1", [
          { label: "of its layers", value: alg.apply(book.product, { n: work.layers, n_c: x.layerTensors }) },
          { label: "embedding or head", value: x.one },
        ])
      : alg.apply(book.buckets, { Q, Q_b: x.bucketBytes, Q_r: x.bucketRankBytes, d: x.shards });
  const bucketed = (
    op: CollectiveOp,
    what: string,
    whole: N,
    times: N,
    behind: N | null,
    share?: N,
  ): Recurring<N> => {
    const n = bucketsOf(whole);
    const bytes = alg.apply(book.shardBytes, { Q: whole, n });
    return item(op, what, bytes, alg.apply(book.product, { n, n_c: times }), behind, share);
  };
  const reduced = (op: CollectiveOp, gradients: N): Recurring<N> => {
    const { times, parts, behind, last } = scatter;
    if (parts === null) return bucketed(op, "gradients", gradients, times, behind, last);
    const part = alg.apply(book.shardBytes, { Q: gradients, n: parts });
    const calls = alg.apply(book.product, { n: parts, n_c: times });
    return bucketed(op, "gradients", part, calls, behind, last);
  };
  const atOnce = (op: CollectiveOp, gradients: N) => item(op, "gradients", gradients, x.one, null);
  const { compressed } = work;
  /** A reduction as it is, as compressed, or as the one for some steps and as the other for the rest. */
  const shrunk = (
    op: CollectiveOp,
    of: (op: CollectiveOp, gradients: N) => Recurring<N>,
  ): readonly Recurring<N>[] => {
    if (compressed === null) return [of(op, plain)];
    const small = compressed.gathers ? "all_gather" : compressed.whole ? "all_reduce" : op;
    const { what, ...sent } = of(small, payload(compressed.bytes(x.reduceBytes, group.size)));
    const found = [inSteps(ctx, { ...sent, what: `${what}, compressed` }, compressed.after)];
    if (isPositive(alg, compressed.before)) found.unshift(inSteps(ctx, of(op, plain), compressed.before));
    return found;
  };
  const updated = (): Recurring<N> => {
    const behind = plan.framework.gatherOverlap ? window(work.forward) : null;
    return bucketed("all_gather", "weights", weights, x.one, behind);
  };
  /** Shares of different copies meet beside the last backward pass, which they have to themselves where other links carry the rest. */
  const meeting = (): readonly Recurring<N>[] => {
    if (copies.size === 1) return [];
    const whole = window(work.backward);
    const apart = group.size === 1 || group.tier !== copies.tier;
    const behind = apart && group.tier !== "both" ? whole : halve(ctx, whole);
    return shrunk("all_reduce", (op, gradients) => {
      const share = alg.apply(book.shardBytes, { Q: gradients, n: shards });
      return over(copies, op, "shares of gradients", share, x.one, behind);
    });
  };
  if (group.size === 1) return work.params === null ? [] : meeting();
  switch (plan.zero) {
    case 0:
      return shrunk("all_reduce", reduced);
    case 1:
    case 2:
      if (plan.framework.wholeReduction) return [...shrunk("all_reduce", atOnce), ...meeting(), updated()];
      return [...shrunk("reduce_scatter", reduced), ...meeting(), updated()];
    case 3: {
      // One unit a layer; a stage of the model's ends alone gathers these as one.
      const units = alg.atMost(x.one, work.layers) ? work.layers : x.one;
      const gather = (pass: string, times: N, behind: N, whole = work.gathered): Recurring<N> =>
        item(
          "all_gather",
          `weights of a layer, ${pass}`,
          alg.apply(book.shardBytes, { Q: whole, n: units }),
          alg.apply(book.product, { n: units, n_c: times }),
          plan.prefetch > 0 ? behind : null,
        );
      const again = plan.reshardAfter === "forward";
      // All run during the same backward passes, and no computation hides two transfers of one dimension.
      const transfers = again ? (work.again === null ? 2 : 3) : 1;
      const passes = plan.gradientScatter === "micro_batch" ? all(work.backward) : scatter.behind;
      const behind = shareOf(ctx, passes, transfers);
      const found: Recurring<N>[] = [];
      if (work.params !== null)
        found.push(
          ...shrunk("reduce_scatter", (op, gradients) =>
            item(op, "gradients", gradients, scatter.times, behind, scatter.last),
          ),
          ...meeting(),
        );
      if (plan.reshardAfter === "step") return [...found, gather("once a step", x.one, window(work.forward))];
      found.push(gather("forward", x.microBatches, all(work.forward)));
      if (!again) return found;
      const share = shareOf(ctx, all(work.backward), transfers);
      found.push(gather("backward", x.microBatches, share));
      if (work.again !== null)
        found.push(gather("backward, after recomputation", x.microBatches, share, work.again));
      return found;
    }
  }
}

/** What each of several transfers has of the computation that they run beside, s. */
function shareOf<N>(ctx: Context<N>, tau: N, transfers: number): N {
  if (transfers === 1) return tau;
  if (transfers === 2) return halve(ctx, tau);
  const { alg } = ctx;
  const n_c = alg.constant(
    "a third",
    1 / transfers,
    "1",
    "two gathers and the gradients share the computation",
  );
  return alg.apply(book.totalCallTime, { n_c, tau });
}

/** The ranks of a group; for a stack whose collectives do not know nodes, as if each were alone in its node. */
function ranksOf<N>({ scenario }: Context<N>, group: Group): Group {
  return scenario.plan.framework.flatCollectives && group.tier === "both"
    ? { ...group, ...aloneInBlocks(group), inner: 1, outer: group.size, tier: "scale_out" }
    : group;
}

/** Where a ring leaves a block it does so after every rank. */
function aloneInBlocks({ size, blocks }: Group): Pick<Group, "blocks"> {
  if (blocks === undefined) return {};
  const each = (reached: number) => (reached > 1 ? size : 1);
  const { leaf, pod, site } = blocks;
  return { blocks: { leaf: each(leaf), pod: each(pod), site: each(site) } };
}

/**
 * Under DualPipe a piece of the model is on two stages, whose gradients meet after each has reduced its own over its replicas
 * (arXiv:2412.19437, section 3.2.1: two copies of the parameters).
 */
export function mirroredStageComm<N>(ctx: Context<N>, params: N): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (pipelineCopies(plan) === 1) return [];
  const whole = alg.apply(book.gradientPayload, { B_x: x.reduceBytes, P: params });
  return [
    recurring(ctx, {
      dimension: "pp",
      op: "all_reduce",
      what: "gradients of the stage with the same layers",
      group: someStages(groupOf(plan, cluster, "pp"), 2),
      bytes: plan.zero >= 1 ? alg.apply(book.shardBytes, { Q: whole, n: x.shards }) : whole,
      calls: x.one,
    }),
  ];
}

/** So many stages as far apart as any. */
function someStages({ tier, axes = NEIGHBOURS, blocks }: Group, size: number): Group {
  if (tier === "scale_up") return { size, inner: size, outer: 1, tier, axes };
  const apart: Group = { size, inner: 1, outer: size, tier: "scale_out", axes };
  if (blocks === undefined) return apart;
  const most = (reached: number) => Math.min(size, reached);
  const { leaf, pod, site } = blocks;
  return { ...apart, blocks: { leaf: most(leaf), pod: most(pod), site: most(site) } };
}

/**
 * First and last stage keep one embedding between them and add up its gradients (arXiv:1909.08053, section 3); so does the
 * decoder's first stage behind an encoder's, tied or not.
 */
export function tiedEmbeddingComm<N>(ctx: Context<N>): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { model, plan, cluster } = scenario;
  // A V has both ends of the model on one stage, DualPipe on the first and on the last.
  if (pipelineCopies(plan) > 1) return [];
  const holders = ctx.layouts.filter(({ embedding, head }) => embedding || (head && model.tiedEmbeddings));
  if (holders.length < 2) return [];
  const P = alg.apply(embeddingShard, { V: x.vocab, h: x.dModel, t: x.tp });
  return [
    recurring(ctx, {
      dimension: "pp",
      op: "all_reduce",
      what: "gradients of the shared embedding",
      group: someStages(groupOf(plan, cluster, "pp"), holders.length),
      bytes: alg.apply(book.gradientPayload, { B_x: x.reduceBytes, P }),
      calls: x.one,
    }),
  ];
}
