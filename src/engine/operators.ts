import { drops } from "./activations.ts";
import type { Context, LayerContext } from "./context.ts";
import { expertOperators } from "./expertOperators.ts";
import * as book from "./formulas/kernels.ts";
import { type Gemm, gemmBackward, gemmBackwards, gemmTime, streamingTime } from "./kernels.ts";
import { latentOperators } from "./latentOperators.ts";
import { type Again, type Operator, type Stream, weightProduct } from "./operator.ts";
import { casts } from "./quantisation.ts";

/** The kernels of one layer on one device for one micro-batch. */
export function layerOperators<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  const { recompute } = ctx.scenario.plan;
  const again: Again = (module) =>
    recompute.kind === "full" || (module !== undefined && drops(recompute, module));
  const { latent, experts } = ctx;
  const found = [
    ...(latent ? latentOperators(ctx, latent, again) : [...projections(ctx, again), ...core(ctx, again)]),
    ...(experts ? expertOperators(ctx, experts, again) : mlpProducts(ctx, again)),
    ...streaming(ctx, again),
  ];
  return [...found, ...casts(ctx, found)];
}

/** The attention's products with weights: query-key-value and output. */
function projections<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const t = x.tp;
  const M = alg.apply(book.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const qkv = alg.apply(book.qkvColumns, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads, t });
  const width = alg.apply(book.headColumns, { a: x.heads, d_h: x.dHead, t });
  const gemm = (label: string, N: N, K: N, stream: Stream): Operator<N> =>
    weightProduct(ctx, label, { M, N, K, n_b: x.one }, again(), stream);
  return [
    gemm("query, key, value projection", qkv, x.dModel, "input"),
    gemm("output projection", x.dModel, width, "output"),
  ];
}

/** The feed-forward's products. */
function mlpProducts<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, upMatrices } = ctx;
  const t = x.tp;
  const M = alg.apply(book.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const up = alg.apply(book.mlpColumns, { n_u: upMatrices, f: x.dFf, t });
  const down = alg.apply(book.mlpColumns, { n_u: x.one, f: x.dFf, t });
  return [
    weightProduct(ctx, "MLP, first matrices", { M, N: up, K: x.dModel, n_b: x.one }, again("mlp"), "input"),
    weightProduct(ctx, "MLP, last matrix", { M, N: x.dModel, K: down, n_b: x.one }, again(), "output"),
  ];
}

/** Scores, softmax and context; one kernel under flash attention. */
function core<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  if (scenario.plan.flashAttention) {
    const recomputed = again();
    return [
      {
        kind: "attention",
        label: "flash attention",
        forward: flash(ctx, 1, "arXiv:2307.08691, section 4.1"),
        backward: flash(ctx, 2.5, "arXiv:2307.08691, section 4.1: five products for two"),
        recomputed,
      },
    ];
  }
  const recomputed = again("attention");
  const n_b = alg.apply(book.attentionProducts, { b: x.microBatch, a: x.heads, t: x.tp });
  const scores: Gemm<N> = { M: x.localSeqLen, N: x.seqLen, K: x.dHead, n_b };
  const context: Gemm<N> = { M: x.localSeqLen, N: x.dHead, K: x.seqLen, n_b };
  const elements = alg.apply(book.scoreElements, {
    ...{ a: x.heads, s: x.seqLen, b: x.microBatch, t: x.coreSplit },
  });
  const product = (label: string, shape: Gemm<N>): Operator<N> => ({
    kind: "attention",
    label,
    forward: gemmTime(ctx, shape, x.attentionRate),
    backward: gemmBackward(ctx, shape, x.attentionRate),
    recomputed,
  });
  const pass = (label: string, forward: number, backward: number): Operator<N> => ({
    kind: "attention",
    label,
    forward: streamingTime(ctx, moved(ctx, `${label}: read and written`, forward), elements, 1),
    backward: streamingTime(ctx, moved(ctx, `${label}: read and written backward`, backward), elements, 1),
    recomputed,
  });
  const found = [product("scores", scores), pass("softmax", 2 * A, 3 * A), product("context", context)];
  if (scenario.model.dropout) found.push(pass("dropout of the scores", 2 * A + 1, 2 * A + 1));
  return found;
}

/** Softmax between two products keeps flash attention below the rate of a plain product; see CALIBRATION.md. */
const FLASH_SHARE = 0.5;

function flash<N>(ctx: LayerContext<N>, passes: number, source: string): N {
  const { alg, x } = ctx;
  const causal = alg.constant(
    "share of the score matrix computed",
    0.5,
    "1",
    "causal mask: blocks above it are skipped",
  );
  return alg.apply(book.kernelTime, {
    tau_c: alg.apply(book.flashAttentionTime, {
      n_p: alg.constant("FLOPs over those of the forward pass", passes, "1", source),
      c_a: causal,
      b: x.microBatch,
      s: x.seqLen,
      a: x.heads,
      d_h: x.dHead,
      t: x.coreSplit,
      R: x.attentionRate,
      eta_c: x.gemmEfficiency,
      eta_f: alg.constant(
        "rate of flash attention over that of the largest products",
        FLASH_SHARE,
        "1",
        "CALIBRATION.md",
      ),
    }),
    tau_m: streamingTime(
      ctx,
      moved(
        ctx,
        "queries, keys and twice their width",
        2 * ctx.scenario.plan.precision.activationBytes * passes,
      ),
      alg.apply(book.queryKeyElements, {
        s: x.localSeqLen,
        b: x.microBatch,
        d_h: x.dHead,
        a: x.heads,
        a_kv: x.kvHeads,
        t: x.tp,
      }),
      1,
    ),
    tau_l: x.launchTime,
  });
}

/** Norms, activation function, dropout and residual: kernels whose time is the bytes they move. */
function streaming<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario, gated, latent, experts } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const shape = { s: x.localSeqLen, b: x.microBatch };
  const stream = alg.apply(book.residualElements, { ...shape, h: x.dModel, t_s: x.seqSplit });
  const pass = (
    label: string,
    elements: N,
    forward: number,
    backward: number,
    kernels: number,
    redo: boolean,
  ): Operator<N> => ({
    kind: "memory_bound",
    label,
    forward: streamingTime(ctx, moved(ctx, `${label}: read and written`, forward), elements, kernels),
    backward: streamingTime(
      ctx,
      moved(ctx, `${label}: read and written backward`, backward),
      elements,
      kernels,
    ),
    recomputed: redo,
  });
  const mask = scenario.model.dropout ? 1 : 0;
  const found = [
    pass("norms", stream, 2 * 2 * A, 2 * 3 * A, 2, again("norms")),
    pass("dropout and residual", stream, 2 * (3 * A + mask), 2 * (2 * A + mask), 2, again()),
  ];
  if (!experts) {
    const wide = alg.apply(book.mlpElements, { ...shape, f: x.dFf, t: x.tp });
    found.push(
      pass("activation function", wide, gated ? 3 * A : 2 * A, gated ? 5 * A : 3 * A, 1, again("mlp")),
    );
  }
  if (scenario.model.positions === "rotary" && !latent) {
    const elements = alg.apply(book.queryKeyElements, {
      ...shape,
      d_h: x.dHead,
      a: x.heads,
      a_kv: x.kvHeads,
      t: x.tp,
    });
    found.push(pass("rotary positions", elements, 2 * A, 2 * A, 2, again()));
  }
  return found;
}

/** Embedding on the first stage; last norm, head and loss on the last. Nothing of it is recomputed. */
export function embeddingOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const elements = alg.apply(book.residualElements, {
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s: x.seqSplit,
  });
  const bytes = moved(ctx, "embedding: read and written", 3 * A);
  const time = streamingTime(ctx, bytes, elements, 2);
  return [{ kind: "vocabulary", label: "embedding", forward: time, backward: time, recomputed: false }];
}

export function headOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const shape: Gemm<N> = {
    M: alg.apply(book.microBatchTokens, { s: x.localSeqLen, b: x.microBatch }),
    N: alg.apply(book.vocabularyColumns, { V: x.vocab, t: x.tp }),
    K: x.dModel,
    n_b: x.one,
  };
  const { backward, weights } = gemmBackwards(ctx, shape, x.attentionRate);
  const logits = alg.apply(book.logitElements, { s: x.localSeqLen, b: x.microBatch, V: x.vocab, t: x.tp });
  const loss = (what: string, bytes: number, kernels: number): N =>
    streamingTime(ctx, moved(ctx, what, bytes), logits, kernels);
  return [
    {
      kind: "vocabulary",
      label: "language-model head",
      forward: gemmTime(ctx, shape, x.attentionRate),
      backward,
      weights,
      recomputed: false,
    },
    {
      kind: "vocabulary",
      label: "loss",
      // To fp32; maximum; subtract; exponential; sum; divide: nine fp32 reads or writes.
      forward: loss("loss: read and written", A + 36, 6),
      backward: loss("loss: read and written backward", A + 20, 3),
      recomputed: false,
    },
  ];
}

/** Bytes a kernel moves for each element: reads and writes at the activations' width, one byte for a mask. */
function moved<N>({ alg }: Context<N>, what: string, bytes: number): N {
  return alg.constant(what, bytes, "B", "one read or write for each operand");
}
