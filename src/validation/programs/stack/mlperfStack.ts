import type { Row } from "../../row.ts";

/**
 * NeMo's fp8 recipes for H100 (NeMo-Framework-Launcher, examples/training/gpt/h100) reduce gradients in bf16. Submissions let
 * collectives average, and do not look for NaN (v6.0, pretrain.py: average_in_collective, check_for_nan_in_grad = False).
 */
const RECIPE = "fp32_gradients = false, gradient_passes = 1";

/**
 * What of a round's software is not as its year has it.
 * v3.0 (mlcommons/training_results_v3.0, NVIDIA/benchmarks/gpt3/implementations/pytorch/Dockerfile): TransformerEngine 0.8 of April 2023, which asks for
 * flash-attn 1.0.2 and makes scales in eager kernels, six for each of a layer's three modules (a copy, the largest of the history, its
 * roll, a fill, two for the scale and its inverse). Its settings leave the reduction of maxima as it is.
 * Since v3.1 (config_common.sh): NVTE_DP_AMAX_REDUCE_INTERVAL=0, NVTE_ASYNC_AMAX_REDUCTION=1: among tensor-parallel ranks, beside computation.
 */
const OF_ROUND: readonly (readonly [until: number, facts: readonly string[]])[] = [
  [3.0, ["flash_version = 1", "scale_kernels = 18"]],
  [Number.POSITIVE_INFINITY, ["amax_reduction = none"]],
];

/** The software of a submission to MLPerf Training: rounds 3.0 and 3.1 are of 2023, and so on. */
export function mlperfStack({ source }: Row): string {
  const round = Number(/v(\d+\.\d+)/.exec(source)?.[1] ?? 5);
  const facts = OF_ROUND.find(([until]) => round <= until)?.[1] ?? [];
  return `megatron_core(${[String(2020 + Math.floor(round)), RECIPE, ...facts].join(", ")})`;
}
