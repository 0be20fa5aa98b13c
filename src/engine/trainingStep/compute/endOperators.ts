import * as shapes from "../../formulas/compute/shapes.ts";
import { patchNumbers } from "../../formulas/model/stacks.ts";
import type { Framework } from "../../scenario/framework.ts";
import type { Patches } from "../../scenario/model.ts";
import type { Context } from "../inputs/context.ts";
import { gemmTimes, moved, streamingTime } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import { patchInputs } from "../model/endParams.ts";
import { headGradientSum } from "./gradientSums.ts";
import { headCasts } from "./quantisation.ts";
import { headShardCopies } from "./shardCopies.ts";

/** Kernels of the embedding on the first stage. The embedding is never recomputed. */
export function embeddingOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (scenario.model.patches) return [patchEmbedding(ctx, scenario.model.patches)];
  const A = scenario.plan.precision.activationBytes;
  const elements = alg.apply(shapes.residualElements, {
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s: x.seqSplit,
  });
  const bytes = moved(ctx, "embedding: read and written", 3 * A);
  const rows = streamingTime(ctx, bytes, elements, 2);
  // The gradient of a lookup is as large as the table. It costs zeroing the table, adding the rows, and the sum
  // with the gradients of other micro-batches.
  const table = alg.apply(shapes.tableElements, { V: x.vocab, h: x.dModel, t: x.tp });
  const width = 2 * A + 2 * scenario.plan.precision.gradientBytes;
  if (ctx.gradients !== "weights") {
    const backward = alg.constant("gradient of the table", 0, "s", "the embedding is frozen");
    return [{ kind: "vocabulary", label: "token embedding", forward: rows, backward, recomputed: false }];
  }
  const accumulated = streamingTime(ctx, moved(ctx, "gradient of the table", width), table, 2);
  return [
    {
      kind: "vocabulary",
      label: "token embedding",
      forward: rows,
      backward: alg.sum("embedding backward", "s", [
        { label: "embedding rows of the tokens, backward", value: rows },
        { label: "accumulation of the embedding table's gradient", value: accumulated },
      ]),
      recomputed: false,
    },
  ];
}

/**
 * Kernel of the patch embedding, a matmul over patches (arXiv:2010.11929, eq. 1). Backward time is counted in
 * full, although images need no gradient.
 */
function patchEmbedding<N>(ctx: Context<N>, patches: Patches): Operator<N> {
  const { alg, x } = ctx;
  const { n_ch, n_j } = patchInputs(alg, patches);
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const K = alg.apply(patchNumbers, { n_ch, n_j });
  const shape = { M, N: x.dModel, K, n_b: x.one };
  const { forward, backward } = gemmTimes(ctx, shape, x.attentionRate, x.accumulateBytes);
  return { kind: "vocabulary", label: "embedding of patches", forward, backward, recomputed: false };
}

/**
 * Tokens of a sequence that the head reads on a device. For an image the head reads one: the class token, or
 * the mean of all tokens. For a diffusion transformer it reads all.
 */
export function headTokens<N>({ alg, x, scenario }: Context<N>): N {
  return scenario.model.patches && !scenario.model.conditioning
    ? alg.constant("tokens that the head reads", 1, "token", "arXiv:2010.11929, section 3.1")
    : x.localSeqLen;
}

/** Kernels of head and loss: once for the next token, and once for each further token under multi-token prediction. */
export function headOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const { mtp } = ctx.scenario.model;
  const each = oneHead(ctx);
  const [head] = each;
  const found: Operator<N>[] = [...each];
  for (let i = 1; i <= mtp; i++)
    for (const one of each) found.push({ ...one, label: `${one.label}, further token ${i}` });
  return [...found, ...headGradientSum(ctx, head.label), ...headShardCopies(ctx, head.label)];
}

function oneHead<N>(ctx: Context<N>): readonly [head: Operator<N>, ...more: Operator<N>[]] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const s = headTokens(ctx);
  const M = alg.apply(shapes.microBatchTokens, { s, b: x.microBatch });
  const N = alg.apply(shapes.vocabularyColumns, { V: x.vocab, t: x.tp, n: x.vocabMultiple });
  const shape = { M, N, K: x.dModel, n_b: x.one };
  const { forward, backward, input, weights } = gemmTimes(ctx, shape, x.headRate, x.accumulateBytes);
  const logits = alg.apply(shapes.logitElements, { s, b: x.microBatch, V: x.vocab, t: x.tp });
  const label = scenario.model.patches ? "head" : "language-model head";
  const loss = (what: string, [bytes, kernels]: Cost): N =>
    streamingTime(ctx, moved(ctx, what, bytes), logits, kernels);
  const [there, back] = lossCost(scenario.plan.framework.crossEntropy, A);
  return [
    ctx.gradients === "weights"
      ? { kind: "vocabulary", label, forward, backward, weights, recomputed: false }
      : { kind: "vocabulary", label, forward, backward: input, recomputed: false },
    {
      kind: "vocabulary",
      label: "cross-entropy loss",
      forward: loss("loss: read and written", there),
      backward: loss("loss: read and written backward", back),
      recomputed: false,
    },
    ...headCasts(ctx, label, shape),
  ];
}

type Cost = readonly [bytes: number, kernels: number];

/**
 * Cost of the cross-entropy loss for each logit, forward and backward: bytes moved, and number of kernels. `A`
 * is the bytes in which the head writes a logit.
 */
function lossCost(how: Framework["crossEntropy"], A: number): readonly [Cost, Cost] {
  switch (how) {
    case "eager":
      // To fp32; maximum; subtract; exponential; sum; divide: nine fp32 reads or writes. Backward: multiply
      // by the incoming gradient in place; to A bytes.
      return [
        [A + 36, 6],
        [A + 12, 3],
      ];
    case "compiled":
      // To fp32 with the maximum; subtract and, separately, its exponential; divide. Backward: multiply by
      // the incoming gradient, in place and in A bytes.
      return [
        [A + 24, 3],
        [A + 8, 1],
      ];
    case "fused":
      // One pass for maximum and sum, one for the gradient, which overwrites the logits. Backward: multiply
      // by the incoming gradient.
      return [
        [3 * A, 2],
        [2 * A, 1],
      ];
  }
}
