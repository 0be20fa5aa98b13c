import type { Precision, Scaling } from "../../scenario/precision.ts";

/**
 * How attention's operands are scaled where they have 8 bits; null in 16 and more. What linear layers of 4 bits share has none of its
 * own: a tensor has a scale (Transformer Engine, NVFP4BlockScaling with fp8_dpa).
 */
export function attentionScaling({ attention, compute, scaling }: Precision): Scaling | null {
  if (attention !== "fp8") return null;
  return compute === "fp8" && scaling !== null ? scaling : "current";
}

/**
 * Rate of a kernel in 8 bits over what its products and its softmax add up to. cuDNN 9.22 at 4,096 and 8,192 tokens on GB200 and GB300, heads of
 * 128 and of 192 and 128, causal, over the same kernels in 16 bits (NVIDIA/cudnn-frontend, benchmark/sdpa_benchmark_training/results).
 */
const TENSOR = { forward: 0.9, backward: 0.82 };
const BLOCKS = { forward: 0.82, backward: 0.67 };

export function narrowShare(scaling: Scaling, direction: "forward" | "backward"): number {
  return (scaling === "mx" ? BLOCKS : TENSOR)[direction];
}
