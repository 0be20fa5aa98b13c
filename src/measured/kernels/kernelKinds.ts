/**
 * Part of a step that a kernel belongs to. `copy` is a copy or fill between memories, `unknown` a kernel whose name says
 * nothing.
 */
export type KernelKind =
  | "matmul"
  | "attention"
  | "memory_bound"
  | "optimizer"
  | "communication"
  | "copy"
  | "unknown";

/**
 * Patterns of kernels' names, the first that matches decides. Names are those of NCCL and RCCL, cuBLAS (`nvjet`,
 * `gemm`, `xmma`), CUTLASS, hipBLASLt (`Cijk`), cuDNN, FlashAttention, Transformer Engine, PyTorch (`at::native`),
 * DeepSpeed, Apex, Triton and FBGEMM.
 */
const PATTERNS: readonly (readonly [kind: KernelKind, pattern: RegExp])[] = [
  [
    "communication",
    /nccl|rccl|nvshmem|userbuffers|deep_?ep|multimem|symm_mem|(?:one|two)_shot_all_?reduce|cross_device_reduce|internode|intranode/i,
  ],
  [
    "optimizer",
    /adam|lamb\b|lamb_|adagrad|sgd_?functor|multi_tensor|foreach|l2norm|unscale|FusedOptimizer|muon|split_embedding_backward/i,
  ],
  ["attention", /flash|fmha|sdpa|attention|attn_|_attn|mha_(?:fwd|bwd|varlen)|ring_attn|paged_att/i],
  [
    "matmul",
    /gemm|xmma|nvjet|cijk_|cublas|wgmma|matmul|gemv|splitk|scudnn|implicit|convol|conv2d|tensorop|_mm_|\bbmm\b|fft2d|winograd|dgrad|wgrad|deep_gemm/i,
  ],
  [
    "memory_bound",
    /elementwise|vectorized|reduce|norm|softmax|dropout|cat(?:array|_)|copy|fill|embedding|index|gather|scatter|transpose|nchw|nhwc|rope|rotary|gelu|silu|swiglu|relu|sigmoid|cast|permute|cub::|radix|sort|topk|top_k|\bbn_|bn_fw|bn_bw|pool|triton_|cross_entropy|nll_loss|loss|mse|quantize|amax|scale|histogram|cumsum|scan|where|masked|philox|distribution|unroll|router|moe_|token|pad|tril|arange|im2col|col2im|layer_?norm|bias|_kernel_cta|bounds_check|linspace|compare|at::native|epilogue|computeOffsets/i,
  ],
];

/** Kind of a kernel by its name. */
export function kernelKind(name: string): KernelKind {
  return PATTERNS.find(([, pattern]) => pattern.test(name))?.[0] ?? "unknown";
}

/** Collective operation, as the estimate names it. */
export type CollectiveOp =
  | "all_reduce"
  | "all_gather"
  | "reduce_scatter"
  | "all_to_all"
  | "send_recv"
  | "broadcast"
  | "reduce"
  | "other";

const OPS: readonly (readonly [op: CollectiveOp, pattern: RegExp])[] = [
  ["all_reduce", /all_?reduce/i],
  ["reduce_scatter", /reduce_?scatter/i],
  ["all_gather", /all_?gather/i],
  ["all_to_all", /all_?to_?all|dispatch|combine/i],
  ["broadcast", /broadcast/i],
  ["send_recv", /send|recv/i],
  ["reduce", /reduce/i],
];

/**
 * Collective of a kernel: of the name that PyTorch records for it (`_allgather_base`), or else of the kernel's own name.
 */
export function collectiveOp(recorded: string | undefined, name: string): CollectiveOp {
  const text = recorded ?? name;
  return OPS.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}

/** Bytes of an element by PyTorch's name of its type; undefined for a type that is not known. */
export function elementBytes(type: string): number | undefined {
  if (/float8|byte|char|int8|bool/i.test(type)) return 1;
  if (/bfloat16|half|float16|short|int16/i.test(type)) return 2;
  if (/double|long|float64|int64/i.test(type)) return 8;
  return /float|int/i.test(type) ? 4 : undefined;
}
