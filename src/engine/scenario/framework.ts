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
  /**
   * Tensors of which each tensor-parallel rank sends only its share to the neighbouring stage, although all
   * ranks hold the whole tensor. The receiving ranks gather the shares.
   */
  readonly stageShares: "all" | "activations" | "none";
  /**
   * Manner in which tensor-parallel collectives overlap matmuls, if the plan overlaps them: in `pieces` of a
   * matmul and its collective, or during the matmuls of weight `gradients`.
   */
  readonly tpOverlap: "pieces" | "gradients";
  /**
   * Ranks that exchange the maxima of FP8 tensors after every pass of a chunk under delayed scaling, while the
   * device waits: none, the tensor-parallel ranks, or the tensor-parallel ranks of all replicas.
   */
  readonly amaxReduction: "none" | "tp" | "replicas";
  /** Size of the buckets in which gradients are reduced and ZeRO 1 and 2 gather updated weights, B. */
  readonly bucketBytes: number;
  /**
   * Smallest size of a bucket for each data-parallel rank, B. With more ranks, buckets are larger and fewer.
   */
  readonly bucketRankBytes: number;
  /** True where ZeRO 1 and 2 gather the updated weights during the next forward pass. */
  readonly gatherOverlap: boolean;
  /**
   * Number of weight tensors of a layer where ZeRO 1 and 2 gather updated weights tensor by tensor; 0 where
   * they gather buckets.
   */
  readonly layerTensors: number;
  /** True where ZeRO 1 and 2 reduce all gradients by one all-reduce after the last pass of a step. */
  readonly wholeReduction: boolean;
  /**
   * Limit of ZeRO 3 in parameters: a matrix stays gathered from its recomputation to its backward pass if at
   * most this many parameters are used in between.
   */
  readonly reuseDistance: number;
  /**
   * True where, under ZeRO 3, every module waits for all transfers in progress, so that it overlaps only the
   * transfers for the next module.
   */
  readonly moduleWaits: boolean;
  /**
   * True where a data-parallel collective is one ring over all ranks, each at the rate of its share of the
   * node's NICs.
   */
  readonly flatCollectives: boolean;
  /** Share of the links' rate that data-parallel collectives reach. */
  readonly collectiveEfficiency: number;
  /** True where kernels are launched as CUDA graphs, so that the device never waits for the host. */
  readonly cudaGraphs: boolean;
  /** Generation of the stack's flash attention kernels: 1, 2, or 3 (FlashAttention 3 or cuDNN 9). */
  readonly flashVersion: number;
  /**
   * Number of kernels, for each layer and pass, that compute scales from the maxima of earlier passes under
   * delayed scaling.
   */
  readonly scaleKernels: number;
  /**
   * True where one kernel casts a tensor to NVFP4 along its rows and its columns. False where two kernels do.
   */
  readonly jointCasts: boolean;
  /** Number of which the rows of the vocabulary on a device are a multiple, after padding. */
  readonly vocabMultiple: number;
  /** True where biases, activation functions, norms, dropout and residuals run as fused kernels. */
  readonly fused: boolean;
  /**
   * True where an RMS norm is one kernel in each direction. False where it is several PyTorch operations on an
   * fp32 copy.
   */
  readonly rmsNormFused: boolean;
  /** True where rotary positions with YaRN's factor run as fused kernels. */
  readonly yarnFused: boolean;
  /** Implementation of the operations after the experts' matmuls: activation function, clamping and biases. */
  readonly expertKernels: "eager" | "compiled" | "fused";
  /**
   * Implementation of the loss and the gradient of its logits: separate operations, compiled kernels, or one
   * kernel.
   */
  readonly crossEntropy: "eager" | "compiled" | "fused";
  /**
   * Matmuls that full recomputation of a layer skips, because no gradient needs their output: none, the last of
   * the feed-forward, or also the last of the attention.
   */
  readonly recomputeSkips: "nothing" | "layer_end" | "module_ends";
  /**
   * Gathering of saved inputs that tensor-parallel ranks shard: an all-gather more, or the second half of an all-reduce that
   * the layer has in any case.
   */
  readonly inputGather: "apart" | "joined";
  /** Memory for each logit at the peak of the loss, B: the logit, its fp32 copy, the softmax. */
  readonly logitBytes: number;
  /** Number of earlier micro-batches whose fp32 logits the last stage still holds in memory. */
  readonly keptLogits: number;
  /**
   * Bytes moved for each parameter and micro-batch to add 16-bit gradients to fp32 gradients; 0 where the
   * matmul kernels add them.
   */
  readonly gradientSumBytes: number;
  /**
   * Copies that ZeRO 2 and 3 make between parameters and communication buffers: none, gradients, or gradients
   * and gathered weights.
   */
  readonly shardCopies: "nothing" | "gradients" | "all";
  /**
   * Number of times a step that all gradients of a device are read or written outside matmuls, collectives and
   * the optimizer's update, such as to zero or average them.
   */
  readonly gradientPasses: number;
  /** True where the 16-bit gradients of the backward pass occupy memory in addition to the fp32 gradients. */
  readonly halfGradients: boolean;
  /** Bytes of gradient buckets for each parameter, where ZeRO shards nothing. */
  readonly bucketCopies: number;
  /** Bytes of flat copies for each parameter, which ZeRO holds in addition to weights and gradients. */
  readonly flatBytes: number;
  /**
   * Bytes for each parameter of copies that exist only during the optimizer's step, where gradients have 16
   * bits.
   */
  readonly stepBytes: number;
  /**
   * True where the fused projection of queries, keys and values stays in memory after the rotary embedding has
   * copied it.
   */
  readonly rotaryCopies: boolean;
  /** True where a chunk frees the input that it received from another stage after its first norm. */
  readonly freesStageInputs: boolean;
  /** Unit of weights that ZeRO 3 gathers at a time: a whole layer or one matrix. */
  readonly gathers: "layers" | "matrices";
  /**
   * Fragmentation: memory that the allocator holds and cannot use, as a share of activations, logits and
   * buffers.
   */
  readonly fragmentation: number;
  /**
   * Number of full-sequence buffers that sequence parallelism holds at once for its all-gathers and
   * reduce-scatters.
   */
  readonly sequenceBuffers: number;
  /**
   * Number of full-sequence tensors that are not yet freed because the host runs ahead of tensor-parallel
   * collectives.
   */
  readonly runAhead: number;
  /** Memory of the matmul library's workspaces, B. */
  readonly workspaceBytes: number;
  /** Memory of one NCCL communicator, B. */
  readonly communicatorBytes: number;
  /** Features of plans that the stack supports. */
  readonly runs: Abilities;
  /** Rank orders that the stack's process groups support. The first is the default. */
  readonly rankOrders: readonly (readonly Degree[])[];
}
