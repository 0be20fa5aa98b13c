import type { CollectiveOp } from "./collectives.ts";
import { halve, type Recurring, recurring } from "./communication.ts";
import type { Context } from "./context.ts";
import * as book from "./formulas/collectives.ts";
import { embeddingShard } from "./formulas/params.ts";
import { groupOf } from "./groups.ts";

/** What data-parallel communication can hide behind: one micro-batch on the stage. */
export interface StageWork<N> {
  readonly forward: N;
  readonly backward: N;
  readonly layers: N;
  readonly params: N;
}

/**
 * Collectives of one step over the data-parallel group. Without ZeRO one all-reduce of the gradients; ZeRO 1 scatters them
 * and gathers the new weights; ZeRO 2 scatters after every micro-batch, since it keeps only a share; ZeRO 3 gathers each
 * layer's weights forward and backward of every micro-batch besides (arXiv:1910.02054, section 7; arXiv:2304.11277).
 */
export function dataParallelComm<N>(ctx: Context<N>, work: StageWork<N>): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.dp === 1) return [];
  const group = groupOf(plan, cluster, "dp");
  const gradients = alg.apply(book.gradientPayload, { B_x: x.gradientBytes, P: work.params });
  const weights = alg.apply(book.gradientPayload, { B_x: x.weightBytes, P: work.params });
  const last = alg.apply(book.lastLayerShare, { L_r: work.layers });
  const item = (op: CollectiveOp, what: string, bytes: N, calls: N, behind: N, share: N): Recurring<N> =>
    recurring(
      ctx,
      { dimension: "dp", op, what, group, bytes, calls },
      plan.overlap.dp ? { behind, share } : undefined,
    );
  const all = (seconds: N): N => alg.apply(book.totalCallTime, { n_c: x.microBatches, tau: seconds });
  switch (plan.zero) {
    case 0:
      return [item("all_reduce", "gradients", gradients, x.one, work.backward, last)];
    case 1:
      return [
        item("reduce_scatter", "gradients", gradients, x.one, work.backward, last),
        item("all_gather", "weights", weights, x.one, work.forward, last),
      ];
    case 2:
      return [
        item("reduce_scatter", "gradients", gradients, x.microBatches, all(work.backward), last),
        item("all_gather", "weights", weights, x.one, work.forward, last),
      ];
    case 3: {
      const each = alg.apply(book.shardBytes, { Q: weights, n: work.layers });
      // Both run during the same backward passes, and no computation hides two transfers of one dimension.
      const shared = halve(ctx, all(work.backward));
      const calls = alg.apply(book.product, { n: work.layers, n_c: x.microBatches });
      return [
        item("reduce_scatter", "gradients", gradients, x.microBatches, shared, last),
        item("all_gather", "weights of a layer, forward", each, calls, all(work.forward), last),
        item("all_gather", "weights of a layer, backward", each, calls, shared, last),
      ];
    }
  }
}

/** First and last stage keep one embedding between them and add up its gradients (arXiv:1909.08053, section 3). */
export function tiedEmbeddingComm<N>(ctx: Context<N>): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { model, plan, cluster } = scenario;
  if (!model.tiedEmbeddings || plan.pp === 1) return [];
  const P = alg.apply(embeddingShard, { V: x.vocab, h: x.dModel, t: x.tp });
  const { tier } = groupOf(plan, cluster, "pp");
  const inside = tier === "scale_up";
  return [
    recurring(ctx, {
      dimension: "pp",
      op: "all_reduce",
      what: "gradients of the shared embedding",
      group: {
        size: 2,
        inner: inside ? 2 : 1,
        outer: inside ? 1 : 2,
        tier: inside ? "scale_up" : "scale_out",
      },
      bytes: alg.apply(book.gradientPayload, { B_x: x.gradientBytes, P }),
      calls: x.one,
    }),
  ];
}
