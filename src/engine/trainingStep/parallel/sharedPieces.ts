import * as payloads from "../../formulas/communication/payloads.ts";
import { embeddingShard } from "../../formulas/model/params.ts";
import { pipelineCopies } from "../../schedules/pieces.ts";
import { type Recurring, recurring } from "../communication/communication.ts";
import { NEIGHBOURS } from "../fabric/axes.ts";
import { type Group, groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";

/**
 * All-reduce of gradients between the two pipeline stages that hold the same layers under DualPipe (arXiv:2412.19437,
 * section 3.2.1: two copies of the parameters). Each of the two stages first reduces its gradients over its replicas.
 * Empty for schedules with one copy of the parameters.
 */
export function mirroredStageComm<N>(ctx: Context<N>, params: N): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (pipelineCopies(plan) === 1) return [];
  const whole = alg.apply(payloads.gradientPayload, { B_x: x.reduceBytes, P: params });
  return [
    recurring(ctx, {
      dimension: "pp",
      op: "all_reduce",
      what: "gradients of layers that two stages hold",
      group: someStages(groupOf(plan, cluster, "pp"), 2),
      bytes: plan.zero >= 1 ? alg.apply(payloads.shardBytes, { Q: whole, n: x.shards }) : whole,
      calls: x.one,
    }),
  ];
}

/**
 * Group of `size` pipeline stages that are as far apart as the pipeline group allows: each stage in its own scale-up
 * domain (and leaf, pod, site), if the pipeline reaches several.
 */
function someStages({ tier, axes = NEIGHBOURS, blocks }: Group, size: number): Group {
  if (tier === "scale_up") return { size, inner: size, outer: 1, tier, axes };
  const apart: Group = { size, inner: 1, outer: size, tier: "scale_out", axes };
  if (blocks === undefined) return apart;
  const most = (reached: number) => Math.min(size, reached);
  const { leaf, pod, site } = blocks;
  return { ...apart, blocks: { leaf: most(leaf), pod: most(pod), site: most(site) } };
}

/**
 * All-reduce of embedding gradients between the pipeline stages that hold the same embedding. The first and the last
 * stage share a tied embedding (arXiv:1909.08053, section 3). The decoder's first stage shares the encoder's
 * embedding, tied or not. Empty where one stage holds all of it.
 */
export function tiedEmbeddingComm<N>(ctx: Context<N>): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { model, plan, cluster } = scenario;
  // A V schedule has both ends of the model on one stage; DualPipe has them on the first and on the last.
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
      bytes: alg.apply(payloads.gradientPayload, { B_x: x.reduceBytes, P }),
      calls: x.one,
    }),
  ];
}
