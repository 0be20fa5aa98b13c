import type { Precision, Scaling } from "../../scenario/precision.ts";

/**
 * Scaling of attention's 8-bit operands; null where attention has 16 bits or more. The 4-bit scalings of linear
 * layers have no 8-bit form, so attention then uses one scale for each tensor (Transformer Engine,
 * NVFP4BlockScaling with fp8_dpa).
 */
export function attentionScaling({ attention, compute, scaling }: Precision): Scaling | null {
  if (attention !== "fp8") return null;
  return compute === "fp8" && scaling !== null ? scaling : "current";
}

/**
 * Achieved speed of an 8-bit attention kernel with one scale for each tensor ÷ the speed that its matmuls and
 * softmax alone would give. Fitted to the measured speed-up over the same kernels in 16 bits: cuDNN 9.22 at
 * 4,096 and 8,192 tokens on GB200 and GB300, heads of 128 and of 192 and 128, causal (NVIDIA/cudnn-frontend,
 * benchmark/sdpa_benchmark_training/results).
 */
const TENSOR = { forward: 0.9, backward: 0.82 };
/**
 * Achieved speed of an 8-bit attention kernel with one scale for each block of numbers (MXFP8) ÷ the speed that
 * its matmuls and softmax alone would give. Fitted to the measured speed-up over the same kernels in 16 bits:
 * cuDNN 9.22 at 4,096 and 8,192 tokens on GB200 and GB300, heads of 128 and of 192 and 128, causal
 * (NVIDIA/cudnn-frontend, benchmark/sdpa_benchmark_training/results).
 */
const BLOCKS = { forward: 0.82, backward: 0.67 };

export function narrowShare(scaling: Scaling, direction: "forward" | "backward"): number {
  return (scaling === "mx" ? BLOCKS : TENSOR)[direction];
}
