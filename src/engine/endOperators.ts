import type { Context } from "./context.ts";
import * as book from "./formulas/kernels.ts";
import { gemmTimes, moved, streamingTime } from "./kernels.ts";
import type { Operator } from "./operator.ts";

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
  const rows = streamingTime(ctx, bytes, elements, 2);
  // The gradient of a lookup is as large as the table: zeros, the rows, and the sum with the other micro-batches'.
  const table = alg.apply(book.tableElements, { V: x.vocab, h: x.dModel, t: x.tp });
  const width = 2 * A + 2 * scenario.plan.precision.gradientBytes;
  if (scenario.plan.lora !== null) {
    const backward = alg.constant("gradient of the table", 0, "s", "the embedding is frozen");
    return [{ kind: "vocabulary", label: "embedding", forward: rows, backward, recomputed: false }];
  }
  const accumulated = streamingTime(ctx, moved(ctx, "gradient of the table", width), table, 2);
  return [
    {
      kind: "vocabulary",
      label: "embedding",
      forward: rows,
      backward: alg.sum("embedding backward", "s", [
        { label: "rows", value: rows },
        { label: "the table's gradient", value: accumulated },
      ]),
      recomputed: false,
    },
  ];
}

export function headOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const M = alg.apply(book.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const N = alg.apply(book.vocabularyColumns, { V: x.vocab, t: x.tp, n: x.vocabMultiple });
  const { forward, backward, input, weights } = gemmTimes(
    ctx,
    { M, N, K: x.dModel, n_b: x.one },
    x.attentionRate,
    x.accumulateBytes,
  );
  const logits = alg.apply(book.logitElements, { s: x.localSeqLen, b: x.microBatch, V: x.vocab, t: x.tp });
  const loss = (what: string, bytes: number, kernels: number): N =>
    streamingTime(ctx, moved(ctx, what, bytes), logits, kernels);
  return [
    scenario.plan.lora === null
      ? { kind: "vocabulary", label: "language-model head", forward, backward, weights, recomputed: false }
      : { kind: "vocabulary", label: "language-model head", forward, backward: input, recomputed: false },
    {
      kind: "vocabulary",
      label: "loss",
      // To fp32; maximum; subtract; exponential; sum; divide: nine fp32 reads or writes.
      forward: loss("loss: read and written", A + 36, 6),
      // Times the incoming gradient, in place; to the activations' format.
      backward: loss("loss: read and written backward", A + 12, 3),
      recomputed: false,
    },
  ];
}
