import type { Abilities } from "./abilities.ts";
import type { Degree } from "./degree.ts";

/**
 * Facts and constants of the software stack that runs a plan. Defaults that the stack sets for plan fields are
 * already in the plan.
 */
export interface Framework {
  /** Name of the stack in the language, such as `megatron_core`. */
  readonly name: string;
  /** Year of the modelled version of the stack. */
  readonly year: number;
  /**
   * Number of operations that the host launches for a layer in the forward pass. The backward pass launches
   * twice as many.
   */
  readonly launches: number;
  /** Number of operations that the host launches in the forward pass for each expert on a device. */
  readonly expertLaunches: number;
  /** Number of additional operations for each expert in the forward pass, for casts to 8 and 4 bits. */
  readonly expertCastLaunches: number;
  /**
   * Number of CUDA streams on which experts' matmuls run as separate kernels; 0 where one grouped kernel
   * computes all experts of a layer.
   */
  readonly expertStreams: number;
  /** Host time to launch one tensor-parallel collective inside a layer, s. */
  readonly collectiveLaunchSeconds: number;
  /** Additional host time of a tensor-parallel collective for each rank of its group, s. */
  readonly rankLaunchSeconds: number;
  /** Host time to launch the gradient reduction of a layer, for each replica, s. */
  readonly gradientLaunchSeconds: number;
  /** Time that a tensor-parallel collective waits for its ranks to arrive, s. */
  readonly collectiveWaitSeconds: number;
  /** Additional time of a tensor-parallel collective for each node of its group after the first, s. */
  readonly nodeLatencySeconds: number;
  /**
   * Time that neighbouring stages spend on announcing the shapes of activations and gradients before they send
   * them, s for each micro-batch.
   */
  readonly announcingSeconds: number;
  /** Tensors of which a tensor-parallel rank sends only its share to a neighbouring stage, where all ranks hold the same. Receivers gather the rest. */
  readonly stageShares: "all" | "activations" | "none";
  /** Way in which tensor-parallel collectives overlap matmuls, where the plan overlaps them. */
  readonly tpOverlap: "pieces" | "gradients";
  /**
   * Group that agrees on the maxima of FP8 tensors after every pass of a chunk, under delayed scaling. The
   * device waits for it.
   */
  readonly amaxReduction: "none" | "tp" | "replicas";
  /** Bytes of a bucket in which gradients (and the weights of ZeRO 1 and 2) are sent. */
  readonly bucketBytes: number;
  /** Least bytes of a bucket for each data-parallel rank. */
  readonly bucketRankBytes: number;
  /** True where, under ZeRO 1 and 2, gathering the updated weights overlaps the next forward pass. */
  readonly gatherOverlap: boolean;
  /** Weight tensors of a layer that are sent one by one; 0 where buckets are sent. */
  readonly layerTensors: number;
  /** True where ZeRO 1 and 2 reduce all gradients by one all-reduce, after a step's passes. */
  readonly wholeReduction: boolean;
  /** ZeRO 3: a matrix stays gathered until backward if fewer parameters than this are used in between. */
  readonly reuseDistance: number;
  /** ZeRO 3: true where every module waits for all transfers in flight. */
  readonly moduleWaits: boolean;
  /**
   * True where data-parallel collectives are one ring over all ranks, each at the rate of its share of the
   * node's NICs.
   */
  readonly flatCollectives: boolean;
  /** Achieved share of the links' rate in data-parallel collectives. */
  readonly collectiveEfficiency: number;
  /** True where kernels are launched as CUDA graphs, so that the device never waits for the host. */
  readonly cudaGraphs: boolean;
  /** Generation of the stack's flash attention kernels: 1, 2, or 3 (which includes cuDNN 9). */
  readonly flashVersion: number;
  /** Kernels of a layer, in each direction, that compute scales from past maxima under delayed scaling. */
  readonly scaleKernels: number;
  /** True where one kernel casts to NVFP4 along rows and along columns. */
  readonly jointCasts: boolean;
  /** Multiple to which the vocabulary's rows on a device are padded. */
  readonly vocabMultiple: number;
  /** True where biases, activation functions, norms, dropout and residuals run as fused kernels. */
  readonly fused: boolean;
  /** True where an RMS norm is one kernel in each direction. */
  readonly rmsNormFused: boolean;
  /** True where rotary positions with YaRN's factor are fused too. */
  readonly yarnFused: boolean;
  /** Kernels after the experts' matmuls: activation function, clamp and biases. */
  readonly expertKernels: "eager" | "compiled" | "fused";
  /** Kernels of the loss and the gradient of its logits. */
  readonly crossEntropy: "eager" | "compiled" | "fused";
  /** Matmuls that full recomputation of a layer skips because no gradient needs their result. */
  readonly recomputeSkips: "nothing" | "layer_end" | "module_ends";
  /** Live bytes for each logit at the peak of the loss, B. */
  readonly logitBytes: number;
  /** Earlier micro-batches whose fp32 logits the last stage still holds. */
  readonly keptLogits: number;
  /**
   * Bytes moved for each parameter and micro-batch to add 16-bit gradients to fp32 ones; 0 where the matmuls
   * do so.
   */
  readonly gradientSumBytes: number;
  /**
   * ZeRO 2 and 3: copies between parameters and the collectives' buffers, of gradients only or also of
   * gathered weights.
   */
  readonly shardCopies: "nothing" | "gradients" | "all";
  /**
   * Reads and writes of all gradients on a device, once a step, outside matmuls, collectives and the
   * optimizer's update.
   */
  readonly gradientPasses: number;
  /** True where backward's 16-bit gradients exist in addition to the fp32 ones. */
  readonly halfGradients: boolean;
  /**
   * Bytes for each parameter of gradient buckets where nothing is sharded. `flatBytes` are those of flat
   * copies, `stepBytes` those that only the optimizer's step needs.
   */
  readonly bucketCopies: number;
  readonly flatBytes: number;
  readonly stepBytes: number;
  /**
   * True where the fused projection of queries, keys and values outlives the copies by the rotary embedding.
   */
  readonly rotaryCopies: boolean;
  /** True where a chunk frees its received input after its first norm. */
  readonly freesStageInputs: boolean;
  /** Unit that ZeRO 3 gathers at a time. */
  readonly gathers: "layers" | "matrices";
  /** Memory that the allocator holds and cannot use, as a share of activations, logits and buffers. */
  readonly fragmentation: number;
  /** Whole-sequence buffers that sequence parallelism gathers into and scatters from. */
  readonly sequenceBuffers: number;
  /** Whole-sequence tensors that wait for tensor-parallel collectives because the host has run ahead. */
  readonly runAhead: number;
  /** Workspaces of matmuls, B. */
  readonly workspaceBytes: number;
  /** Memory of one communicator, B. */
  readonly communicatorBytes: number;
  /** Features that the stack supports. */
  readonly runs: Abilities;
  /** Rank orders that the stack's process groups support, its default first. */
  readonly rankOrders: readonly (readonly Degree[])[];
}
