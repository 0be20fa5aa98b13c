import type { Abilities } from "./abilities.ts";
import type { Degree } from "./degree.ts";

/** The software stack that runs a plan: facts and constants of its code. The plan's own fields have its defaults in them. */
export interface Framework {
  /** The tag's name: `megatron_core`. */
  readonly name: string;
  /** Of the code. */
  readonly year: number;
  /** Operations the host launches for a layer forward; twice as many backward. */
  readonly launches: number;
  /** The same for each expert on a device. */
  readonly expertLaunches: number;
  /** Of each expert beside those, in 8 and 4 bits. */
  readonly expertCastLaunches: number;
  /** Streams that experts' products go to as kernels of their own; 0: one kernel does a layer's. */
  readonly expertStreams: number;
  /** Host time of a collective inside a layer, s. */
  readonly collectiveLaunchSeconds: number;
  /** What it grows by for each rank of its group, s. */
  readonly rankLaunchSeconds: number;
  /** What the host takes, for each replica, to launch the reduction of a layer's gradients, s. */
  readonly gradientLaunchSeconds: number;
  /** What the ranks of a tensor-parallel collective wait for each other, s. */
  readonly collectiveWaitSeconds: number;
  /** What a tensor-parallel collective takes longer for each further node that its group reaches, s. */
  readonly nodeLatencySeconds: number;
  /** What neighbouring stages spend, for each micro-batch, on announcing its activations and their gradient to each other, s. */
  readonly announcingSeconds: number;
  /** Of what a tensor-parallel rank sends to a neighbouring stage its share alone, where ranks hold the same; they gather the rest. */
  readonly stageShares: "all" | "activations" | "none";
  /** How collectives of tensor parallelism run beside products where the plan hides them. */
  readonly tpOverlap: "pieces" | "gradients";
  /** Who agrees on the maxima of FP8 tensors after every pass of a chunk, under delayed scaling, while the device waits. */
  readonly amaxReduction: "none" | "tp" | "replicas";
  /** Gradients (and the weights of ZeRO 1 and 2) are sent in buckets of this many bytes. */
  readonly bucketBytes: number;
  /** A bucket has at least this many bytes for each data-parallel rank. */
  readonly bucketRankBytes: number;
  /** Under ZeRO 1 and 2, updated weights are gathered beside the next forward pass. */
  readonly gatherOverlap: boolean;
  /** Tensors of a layer's weights, where they are sent one by one instead of in buckets; 0: in buckets. */
  readonly layerTensors: number;
  /** ZeRO 1 and 2 reduce all gradients by one all-reduce, once a step's passes are over. */
  readonly wholeReduction: boolean;
  /** ZeRO 3: parameters between a matrix's recomputation and its backward pass up to which it stays gathered. */
  readonly reuseDistance: number;
  /** ZeRO 3: every module waits for all that is under way. */
  readonly moduleWaits: boolean;
  /** Data-parallel collectives are one ring over all ranks, each at the rate of its share of the node's NICs. */
  readonly flatCollectives: boolean;
  /** The share of the links' rate that data-parallel collectives reach. */
  readonly collectiveEfficiency: number;
  /** Kernels are launched as graphs: the device never waits for the host. */
  readonly cudaGraphs: boolean;
  /** Generation of its flash attention kernels: 1, 2, or 3 (which stands for cuDNN 9 too). */
  readonly flashVersion: number;
  /** Kernels that a layer runs each way to make scales of past maxima, under delayed scaling. */
  readonly scaleKernels: number;
  /** Casts to NVFP4 along rows and along columns are one kernel. */
  readonly jointCasts: boolean;
  /** The vocabulary's rows on a device are padded to a multiple of this. */
  readonly vocabMultiple: number;
  /** Biases, activation functions, norms, dropout and residuals run as fused kernels. */
  readonly fused: boolean;
  /** An RMS norm is one kernel each way. */
  readonly rmsNormFused: boolean;
  /** Rotary positions with YaRN's factor, too. */
  readonly yarnFused: boolean;
  /** How what follows the experts' products runs: activation function, limits and biases. */
  readonly expertKernels: "eager" | "compiled" | "fused";
  /** How the loss and the gradient of its logits run. */
  readonly crossEntropy: "eager" | "compiled" | "fused";
  /** What the recomputation of a whole layer leaves out, for no gradient needs its result. */
  readonly recomputeSkips: "nothing" | "layer_end" | "module_ends";
  /** Bytes alive for each logit at the peak of the loss, B. */
  readonly logitBytes: number;
  /** Micro-batches whose fp32 logits the last stage still holds while it works on the next one. */
  readonly keptLogits: number;
  /** Moved for each parameter and micro-batch to add 16-bit gradients to fp32 ones, where no product does, B. */
  readonly gradientSumBytes: number;
  /** ZeRO 2 and 3: what is copied between parameters and the buffers of the collectives, gradients or gathered weights too. */
  readonly shardCopies: "nothing" | "gradients" | "all";
  /** Reads and writes of all gradients on a device, once a step, outside products, collectives and the optimizer's update. */
  readonly gradientPasses: number;
  /** Backward's 16-bit gradients live beside the fp32 ones they are added to. */
  readonly halfGradients: boolean;
  /** For each parameter: buckets of gradients where nothing is sharded; flat copies; what only the optimizer's step needs, B. */
  readonly bucketCopies: number;
  readonly flatBytes: number;
  readonly stepBytes: number;
  /** The fused projection of queries, keys and values outlives the copies that the rotary embedding makes. */
  readonly rotaryCopies: boolean;
  /** What a chunk of layers received is freed once its first norm has read it. */
  readonly freesStageInputs: boolean;
  /** What ZeRO 3 holds gathered at a time. */
  readonly gathers: "layers" | "matrices";
  /** What the allocator holds and cannot use, as a share of activations, logits and buffers. */
  readonly fragmentation: number;
  /** Tensors of a whole sequence that sequence parallelism gathers into and scatters from. */
  readonly sequenceBuffers: number;
  /** Tensors of whole sequences that wait for tensor-parallel collectives that the host has run ahead of. */
  readonly runAhead: number;
  /** Workspaces of matrix products, B. */
  readonly workspaceBytes: number;
  /** Memory of one communicator, B. */
  readonly communicatorBytes: number;
  /** What its code can run. */
  readonly runs: Abilities;
  /** Orders of ranks that its process groups can have, its own default first. */
  readonly rankOrders: readonly (readonly Degree[])[];
}
