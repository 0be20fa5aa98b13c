import * as shapes from "../../formulas/compute/shapes.ts";
import { adaptedElements, matrixElements } from "../../formulas/model/lora.ts";
import * as moe from "../../formulas/model/moe.ts";
import { gemmTimes, moved, streamingTime } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import { adapted } from "../model/adapted.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type WeightMatrices, weightMatrices } from "../model/weightMatrices.ts";
import { dequantises } from "./dequantisedMatrix.ts";

/**
 * Kernels that LoRA adds to a layer: two narrow matmuls for each adapter, and their sum with the frozen
 * matmul's result. Quantised frozen weights are also dequantised for every matmul, unless the matmul takes
 * them directly (arXiv:2305.14314, eq. 5 and 6). Adapters of each expert are grouped kernels, like the
 * experts' matmuls (NVIDIA-NeMo/Automodel, components/_peft/lora_experts.py). An adapter shared by a device's
 * experts takes all received tokens (NVIDIA-NeMo/Megatron-Bridge, docs/training/peft.md,
 * share_expert_adapters).
 */
export function adapterOperators<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { lora } = ctx.scenario.plan;
  if (lora === null) return [];
  const found: Operator<N>[] = [];
  const { dense, rank, experts, expertRank } = adapted(ctx, false);
  const tokensOf = readTokens(ctx);
  for (const one of dense)
    found.push(...adapter(ctx, one, { tokens: tokensOf(one), rank, recomputed: again() }));
  const whole = again("moe");
  for (const one of experts)
    found.push(...adapter(ctx, one, { tokens: expertTokens(ctx), rank: expertRank, recomputed: whole }));
  if (lora.weightBytes === null || !dequantises(ctx.scenario.plan)) return found;
  const frozen = weightMatrices(ctx, false);
  for (const one of frozen.dense) found.push(dequantised(ctx, one, lora.weightBytes, again()));
  for (const one of frozen.experts) found.push(dequantised(ctx, one, lora.weightBytes, whole));
  return found;
}

/** Tokens of a micro-batch that a matrix of a device multiplies. */
function readTokens<N>({ alg, x, cross }: LayerContext<N>): (of: WeightMatrices<N>) => N {
  const b = x.microBatch;
  const all = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b });
  const encoded = cross && alg.apply(shapes.microBatchTokens, { s: cross.local, b });
  return ({ reads }) => {
    if (reads === "share") return alg.apply(moe.tokensOfDevice, { s: x.localSeqLen, b, t_s: x.seqSplit });
    return reads === "encoder" && encoded !== null ? encoded : all;
  };
}

/** Tokens that pass one adapter of experts: those of one expert, or of all experts of a device. */
function expertTokens<N>({ alg, x, scenario, experts }: LayerContext<N>): N {
  if (!experts) return alg.constant("tokens of experts", 0, "token", "the layer has none");
  const { received: k, p_e, t_e, n_e, local } = experts;
  const shape = { s: x.localSeqLen, b: x.microBatch, t_s: x.seqSplit };
  const each = alg.apply(moe.tokensOfExpert, { k, p_e, t_e, n_e, ...shape });
  return scenario.plan.lora?.experts === "shared"
    ? alg.apply(moe.arrivedTokens, { n: local, M: each })
    : each;
}

interface Passed<N> {
  readonly tokens: N;
  readonly rank: N;
  readonly recomputed: boolean;
}

function adapter<N>(
  ctx: LayerContext<N>,
  { label, n, rows, columns }: WeightMatrices<N>,
  { tokens: M, rank, recomputed }: Passed<N>,
): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const product = (what: string, K: N, N: N): Operator<N> => {
    const { forward, backward, weights } = gemmTimes(
      ctx,
      { M, N, K, n_b: n },
      x.attentionRate,
      x.accumulateBytes,
    );
    return { kind: "gemm", label: `${label}, adapter, ${what}`, forward, backward, weights, recomputed };
  };
  const elements = alg.apply(adaptedElements, { n, M, n_b: columns });
  return [
    product("to the rank", rows, rank),
    product("from the rank", rank, columns),
    {
      kind: "memory_bound",
      label: `${label}, sum with the adapter's`,
      forward: streamingTime(ctx, moved(ctx, "adapter: read and written", 3 * A), elements, 1),
      backward: streamingTime(ctx, moved(ctx, "adapter: read and written backward", 3 * A), elements, 1),
      recomputed,
    },
  ];
}

function dequantised<N>(
  ctx: LayerContext<N>,
  { label, n, rows, columns }: WeightMatrices<N>,
  weightBytes: number,
  recomputed: boolean,
): Operator<N> {
  const { alg, scenario } = ctx;
  const bytes = moved(
    ctx,
    "dequantised: read and written",
    weightBytes + scenario.plan.precision.activationBytes,
  );
  const time = streamingTime(ctx, bytes, alg.apply(matrixElements, { n, n_a: rows, n_b: columns }), 1);
  return {
    ...{ kind: "memory_bound", label: `${label}, dequantised`, forward: time, backward: time, recomputed },
  };
}
