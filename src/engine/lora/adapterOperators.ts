import { gemmTimes, moved, streamingTime } from "../compute/kernels.ts";
import type { Operator } from "../compute/operator.ts";
import { isLow } from "../compute/precision.ts";
import * as book from "../formulas/kernels.ts";
import { adaptedElements, matrixElements } from "../formulas/lora.ts";
import type { LayerContext } from "../layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";
import { adapted, rankOf } from "./adapters.ts";

/**
 * What LoRA adds to a layer: the two narrow products of each adapter, their sum with the frozen product's result, and where
 * frozen weights are quantised and no product multiplies them as they are, making them whole again for every product
 * (arXiv:2305.14314, eq. 5 and 6).
 */
export function adapterOperators<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { lora, recompute, precision } = scenario.plan;
  if (lora === null) return [];
  const recomputed = recompute.kind === "full";
  const M = alg.apply(book.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const r = rankOf(ctx);
  const found: Operator<N>[] = [];
  const A = precision.activationBytes;
  for (const { label, n, rows, columns } of adapted(ctx, false)) {
    const product = (what: string, K: N, N: N): void => {
      const times = gemmTimes(ctx, { M, N, K, n_b: n }, x.attentionRate, x.accumulateBytes);
      found.push({ kind: "gemm", label: `${label}, adapter, ${what}`, recomputed, ...times });
    };
    product("to the rank", rows, r);
    product("from the rank", r, columns);
    const elements = alg.apply(adaptedElements, { n, M, n_b: columns });
    found.push({
      kind: "memory_bound",
      label: `${label}, sum with the adapter's`,
      forward: streamingTime(ctx, moved(ctx, "adapter: read and written", 3 * A), elements, 1),
      backward: streamingTime(ctx, moved(ctx, "adapter: read and written backward", 3 * A), elements, 1),
      recomputed,
    });
  }
  if (lora.weightBytes === null || (lora.asOperands && isLow(precision))) return found;
  for (const { label, n, rows, columns } of weightMatrices(ctx, false).dense) {
    const bytes = moved(ctx, "dequantised: read and written", lora.weightBytes + A);
    const time = streamingTime(ctx, bytes, alg.apply(matrixElements, { n, n_a: rows, n_b: columns }), 1);
    found.push({
      kind: "memory_bound",
      label: `${label}, made whole`,
      forward: time,
      backward: time,
      recomputed,
    });
  }
  return found;
}
