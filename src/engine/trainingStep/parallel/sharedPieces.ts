import * as payloads from "../../formulas/communication/payloads.ts";
import { embeddingShard } from "../../formulas/model/params.ts";
import { pipelineCopies } from "../../schedules/pieces.ts";
import { type Recurring, recurring } from "../communication/communication.ts";
import { NEIGHBOURS } from "../fabric/axes.ts";
import { type Group, groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Under DualPipe a piece of the model is on two stages, whose gradients meet after each has reduced its own over its replicas
 * (arXiv:2412.19437, section 3.2.1: two copies of the parameters).
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
      what: "gradients of the stage with the same layers",
      group: someStages(groupOf(plan, cluster, "pp"), 2),
      bytes: plan.zero >= 1 ? alg.apply(payloads.shardBytes, { Q: whole, n: x.shards }) : whole,
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
      bytes: alg.apply(payloads.gradientPayload, { B_x: x.reduceBytes, P }),
      calls: x.one,
    }),
  ];
}
