import * as shapes from "../../formulas/compute/shapes.ts";
import { columnsElements } from "../../formulas/model/mla.ts";
import type { AttentionForm } from "../../scenario/attention.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { Context } from "../inputs/context.ts";
import {
  type Made,
  type Operator,
  type PassCost,
  prunableMatmul,
  type Stream,
  streamingPass,
  weightMatmul,
} from "../kernels/operator.ts";
import { type Again, keepsByOperator, recomputing } from "../kernels/recomputed.ts";
import { adapterOperators } from "../lora/adapterOperators.ts";
import { isRotary } from "../model/isRotary.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { activationOperators, denseKernels } from "./activation.ts";
import { attentionOperators } from "./attention.ts";
import { conditionOperators } from "./conditionOperators.ts";
import { crossOperators } from "./crossAttention.ts";
import { expertOperators } from "./expertOperators.ts";
import { gradientSums } from "./gradientSums.ts";
import { latentOperators } from "./latentOperators.ts";
import { ownOperators } from "./ownOperators.ts";
import { pruningOperators } from "./pruning.ts";
import { casts } from "./quantisation.ts";
import { recurrentOperators } from "./recurrentOperators.ts";
import { rotaryOperator } from "./rotary.ts";
import { firstMade, recomputedByOperator } from "./savedMatmuls.ts";
import { scaleUpdates } from "./scaleUpdates.ts";
import { shardCopies } from "./shardCopies.ts";

/** Kernels of one layer on one device for one micro-batch. */
export function layerOperators<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  const { feedForward, experts, recompute, scenario } = ctx;
  const again = recomputing({ recompute, framework: scenario.plan.framework });
  const found = [...predictionOperators(ctx, again), ...mixerOperators(ctx, again)];
  if (experts) found.push(...expertOperators(ctx, experts, again));
  else if (feedForward === "dense") found.push(...mlpMatmuls(ctx, again));
  found.push(...streaming(ctx, again), ...ownOperators(ctx, again()));
  const kernels = keepsByOperator(recompute) ? recomputedByOperator(ctx, found) : found;
  const all = [
    ...kernels,
    ...casts(ctx, kernels),
    ...scaleUpdates(ctx),
    ...adapterOperators(ctx, again),
    ...gradientSums(ctx),
    ...shardCopies(ctx),
  ];
  return ctx.gradients === "none" ? all.map((one) => forwardOnly(ctx, one)) : all;
}

/** Kernel of frozen layers that no gradient passes: without a backward pass. */
function forwardOnly<N>({ alg }: Context<N>, { kind, label, forward, linear }: Operator<N>): Operator<N> {
  const backward = alg.constant("backward", 0, "s", "frozen, and nothing before is trained");
  const one = { kind, label, forward, backward, recomputed: false };
  return linear === undefined ? one : { ...one, linear };
}

/**
 * Matmul of a multi-token prediction layer that joins the residual stream with the embedding of the next token;
 * empty for other layers.
 */
function predictionOperators<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  if (ctx.of.part.role !== "prediction") return [];
  const { alg, x } = ctx;
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const two = alg.constant("streams joined", 2, "1", "arXiv:2412.19437, eq. 21");
  const K = alg.apply(shapes.mlpColumns, { n_u: two, f: x.dModel, t: x.one });
  const N = alg.apply(shapes.mlpColumns, { n_u: x.one, f: x.dModel, t: x.tp });
  return [weightMatmul(ctx, "projection of two streams", { M, N, K, n_b: x.one }, again(), "input")];
}

/**
 * Kernels of a layer's mixer (attention or recurrence). Memoised, and shared by all kinds of layers with the
 * same mixer and recomputation.
 */
function mixerOperators<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { mixers, recompute, of } = ctx;
  const known = mixers.find((one) => one.mixer === of.mixer && one.recompute === recompute);
  if (known) return known.operators;
  const operators = makeMixer(ctx, again);
  mixers.push({ mixer: of.mixer, recompute, operators });
  return operators;
}

/** Kernels of a layer's mixer (attention or recurrence); none in a layer with only a feed-forward. */
function makeMixer<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { form, recurrent } = ctx;
  if (recurrent) return recurrentOperators(ctx, recurrent, again);
  switch (form?.name) {
    case undefined:
      return [];
    case "latent":
      return latentOperators(ctx, form, again);
    case "heads": {
      const across = ctx.cross === null ? [] : crossOperators(ctx, ctx.cross, again);
      return [...projections(ctx, again), ...attentionOperators(ctx), ...across];
    }
  }
}

const headWidth = <N>({ alg, x }: LayerContext<N>): N =>
  alg.apply(shapes.headColumns, { a: x.heads, d_h: x.dHead, t: x.tp });

/** Matmuls of attention with weight matrices: query-key-value and output projections. */
function projections<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const t = x.tp;
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const qkv = alg.apply(shapes.qkvColumns, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads, t });
  const width = headWidth(ctx);
  const gemm = (label: string, N: N, K: N, stream: Stream, redone: boolean, made: Made<N>): Operator<N> =>
    weightMatmul(ctx, label, { M, N, K, n_b: x.one }, redone, stream, made);
  const keys = (): N => alg.apply(shapes.headColumns, { a: x.kvHeads, d_h: x.dHead, t });
  const qkvMade: Made<N> = () => [
    ["query", width],
    ["key", keys()],
    ["value", keys()],
  ];
  const gate: Made<N> = () => [["attention_gate", width]];
  return [
    gemm("QKV projection", qkv, x.dModel, "input", again(), qkvMade),
    ...(isGatedAttention(ctx)
      ? [gemm("attention gate projection", width, x.dModel, "input", again(), gate)]
      : []),
    gemm("attention output projection", x.dModel, width, "output", again("attention_end"), () => [
      ["attention_output", x.dModel],
    ]),
  ];
}

const isGatedAttention = <N>({ attention }: LayerContext<N>): boolean =>
  attention !== null && optionsOf(attention).gate;

/** Matmuls of a dense feed-forward. */
function mlpMatmuls<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, upMatrices } = ctx;
  const t = x.tp;
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const up = alg.apply(shapes.mlpColumns, { n_u: upMatrices, f: ctx.dFf, t });
  const down = alg.apply(shapes.mlpColumns, { n_u: x.one, f: ctx.dFf, t });
  return [
    prunableMatmul(
      ctx,
      "first matmul of the MLP",
      { M, N: up, K: x.dModel, n_b: x.one },
      again("mlp"),
      "input",
      firstMade(ctx, down),
    ),
    prunableMatmul(
      ctx,
      "down-projection of the MLP",
      { M, N: x.dModel, K: down, n_b: x.one },
      again("feed_forward_end"),
      "output",
      () => [["mlp_last", x.dModel]],
    ),
    ...pruningOperators(ctx, again),
  ];
}

/**
 * True for forms of attention in which one kernel rotates all of the queries and keys (rotary positions). False
 * for forms that rotate only parts of them, in kernels that the form adds.
 */
const ROTATED: Readonly<Record<AttentionForm, boolean>> = { heads: true, latent: false };

/** Memory-bound kernels of a layer: norms, activation function, biases, dropout and residual. */
function streaming<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario, form, attention, feedForward } = ctx;
  const { model, plan } = scenario;
  const A = plan.precision.activationBytes;
  const shape = { s: x.localSeqLen, b: x.microBatch };
  const stream = alg.apply(shapes.residualElements, { h: x.dModel, t_s: x.seqSplit, ...shape });
  const found = [
    streamingPass(ctx, "norms of the layer", stream, ...normCost(ctx), again("norms")),
    residual(ctx, stream, again()),
    ...conditionOperators(ctx, stream, again),
  ];
  if (feedForward === "dense") {
    const wide = alg.apply(shapes.mlpElements, { f: ctx.dFf, t: x.tp, ...shape });
    found.push(
      ...activationOperators(ctx, {
        label: "MLP activation function",
        elements: wide,
        kernels: denseKernels(plan.framework),
        recomputed: again("mlp"),
      }),
    );
  }
  if (!attention) return found;
  if (isGatedAttention(ctx)) {
    const gated = alg.apply(columnsElements, { N: headWidth(ctx), t_s: x.one, ...shape });
    found.push(streamingPass(ctx, "gate of attention's output", gated, [3 * A, 1], [5 * A, 1], again()));
  }
  const rotary = isRotary(model) && form !== null && ROTATED[form.name];
  const normed = optionsOf(attention).qkNorm !== "none";
  if (!rotary && !normed) return found;
  const heads = { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads, t: x.tp };
  const elements = alg.apply(shapes.queryKeyElements, { ...heads, ...shape });
  if (normed)
    found.push(streamingPass(ctx, "norms of queries and keys", elements, ...oneNorm(ctx, 2), again()));
  if (rotary) found.push(rotaryOperator(ctx, elements, again()));
  return found;
}

/** Cost of all norms of a layer for each element of the residual stream: bytes moved, and number of kernels. */
function normCost<N>(ctx: LayerContext<N>): PassCost {
  const { norms } = ctx;
  const [[forward, kernels], [backward, kernelsBack]] = oneNorm(ctx, 1);
  return [
    [norms * forward, norms * kernels],
    [norms * backward, norms * kernelsBack],
  ];
}

/**
 * Cost of one norm for each element: bytes moved, and number of kernels. The elements lie in `tensors` separate
 * tensors, and each tensor has kernels of its own.
 */
function oneNorm<N>({ scenario: { model, plan } }: LayerContext<N>, tensors: number): PassCost {
  const A = plan.precision.activationBytes;
  if (model.norm === "layernorm" || plan.framework.rmsNormFused)
    return [
      [2 * A, tensors],
      [3 * A, tensors],
    ];
  // Forward kernels: cast to fp32; square; mean; multiply by the inverse root; cast back; multiply by the
  // weights. Backward in reverse: gradients of both factors of the last multiplication, and the gradient of the
  // norm's input along its two paths (directly and through the mean), which are added.
  return [
    [4 * A + 28, 6 * tensors],
    [8 * A + 60, 11 * tensors],
  ];
}

/**
 * Kernels after attention and after the MLP: dropout where the model has it, and the sum of the result with the
 * residual stream.
 */
function residual<N>(ctx: LayerContext<N>, stream: N, recomputed: boolean): Operator<N> {
  const { model, plan } = ctx.scenario;
  const { fused } = plan.framework;
  const A = plan.precision.activationBytes;
  const dropped = model.dropout ? 2 * A + 1 : 0;
  const forward = fused ? 3 * A + (model.dropout ? 1 : 0) : 3 * A + dropped;
  const kernels = model.dropout && !fused ? 2 : 1;
  // In a parallel block one kernel adds the residual stream and the results of attention and feed-forward.
  if (model.block === "parallel" && ctx.sublayers === 2)
    return streamingPass(
      ctx,
      "dropout and residual",
      stream,
      [forward + dropped + A, kernels],
      [2 * dropped + 4 * A, kernels],
      recomputed,
    );
  // Backward adds two gradients: the residual stream is read by the sublayer and by the sum after it.
  const { sublayers } = ctx;
  return streamingPass(
    ctx,
    "dropout and residual",
    stream,
    [sublayers * forward, sublayers * kernels],
    [sublayers * (dropped + 3 * A), sublayers * (model.dropout ? 2 : 1)],
    recomputed,
  );
}
