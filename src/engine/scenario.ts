/**
 * The first contract: what the language resolves to and the engine reads. Plain data, base units (B, s, FLOP, B/s),
 * frozen, JSON-able. Field names are the language's in camelCase; nothing here is optional unless its absence means something.
 */
export interface Scenario {
  readonly name: string;
  readonly model: Model;
  readonly cluster: Cluster;
  readonly plan: Plan;
  /** Where each field's value came from, by dotted path in the language's spelling (`plan.micro_batch`). */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Where an input's value comes from; shown at the leaves of `explain`. */
export interface Origin {
  /** written in a file; the schema's default; or computed by a default expression from other fields */
  readonly kind: "given" | "default" | "derived";
  /** The expression's text, e.g. `fill`, `4 * d_model`. */
  readonly text?: string;
  readonly file?: string;
  readonly line?: number;
  readonly cite?: string;
}

export interface Model {
  readonly name: string;
  readonly layers: number;
  readonly dModel: number;
  readonly attention: Attention;
  readonly mlp: Mlp;
  /** What layers without attention mix tokens by; null where the model has none. */
  readonly recurrent: Recurrent | null;
  /** Layers that differ in more than the pattern tells, over and over; null where none do. */
  readonly blocks: readonly Block[] | null;
  /** The stack before this one, whose result every layer of this one attends to; null for a model of one stack. */
  readonly encoder: Encoder | null;
  /** Modules that predict a further token each while training. */
  readonly mtp: number;
  /** Whether a token attends to those before it only, or to all. */
  readonly mask: "causal" | "bidirectional";
  /** How an image becomes a sequence; null where the input is tokens. */
  readonly patches: Patches | null;
  /** What each layer has, over and over, in the words and letters of layerKinds.ts; null: attention and feed-forward, each one. */
  readonly pattern: readonly string[] | null;
  readonly vocab: number;
  readonly tiedEmbeddings: boolean;
  readonly positions: Positions;
  readonly norm: "layernorm" | "rmsnorm";
  /** Parallel: attention and feed-forward read the same stream and are added to it together. */
  readonly block: "sequential" | "parallel";
  /** Norms of the residual stream in a layer. */
  readonly normsPerLayer: number;
  /** Biases on linear layers (GPT-2/3 yes, Llama no). */
  readonly bias: boolean;
  /** Dropout masks are kept for backward (GPT-2/3 yes, Llama no). */
  readonly dropout: boolean;
  /** The maximum context length the model is trained for; learned positions have this many rows. */
  readonly maxSeqLen: number;
}

/** `layers` layers, one after the other, that are alike. */
export interface Block {
  readonly layers: number;
  /** null: as the model has it. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
  /** null: they have attention. */
  readonly recurrent: Recurrent | null;
}

export interface Encoder {
  readonly layers: number;
  /** null: as the decoder has it. */
  readonly attention: Attention | null;
  readonly mlp: Mlp | null;
}

/** An image of `image` by `image` pixels in squares of `patch` by `patch`. */
export interface Patches {
  readonly image: number;
  readonly patch: number;
  readonly channels: number;
  /** Tokens beside the patches: that of the class, registers. */
  readonly extra: number;
}

/** Norms of queries and keys: each head by itself with one gain for all, or all heads of a token together. */
export type QkNorm = "none" | "per_head" | "all_heads";

export type Attention =
  | {
      readonly kind: "mha" | "gqa" | "mqa";
      /** 0 where no layer has attention. */
      readonly heads: number;
      readonly kvHeads: number;
      readonly dHead: number;
      readonly qkvBias: boolean;
      readonly qkNorm: QkNorm;
      /** Whether the output is multiplied by a gate that the input projects to. */
      readonly gate: boolean;
      /** Tokens that a token attends to, itself among them, in layers with a sliding window; null: all layers have full attention. */
      readonly slidingWindow: number | null;
      /** Every n-th layer has full attention, the others the window; null: all have the window. */
      readonly slidingWindowPattern: number | null;
    }
  | {
      readonly kind: "mla";
      readonly heads: number;
      readonly dHead: number;
      readonly qRank: number;
      readonly kvRank: number;
      readonly dRope: number;
      readonly dV: number;
    };

/** A layer's recurrence: a state of `dState` rows and `dHead` columns for each head, which tokens write to and read from. */
export interface HeadRecurrent {
  readonly kind: "mamba2" | "gated_delta" | "linear_attention";
  readonly heads: number;
  readonly dHead: number;
  /** Heads of keys and queries. */
  readonly groups: number;
  readonly dState: number;
  /** Taps of the convolution before the recurrence; 0 for none. */
  readonly conv: number;
  /** Tokens that the kernels work on at once. */
  readonly chunk: number;
}

/** Mamba's first version: a state of `dState` numbers for each of `dInner` columns. */
export interface Mamba {
  readonly kind: "mamba";
  readonly dInner: number;
  readonly dState: number;
  /** Rank of the step sizes. */
  readonly stepRank: number;
  /** Taps of the convolution. */
  readonly conv: number;
  /** Whether step sizes, keys and queries are normalised (Jamba). */
  readonly innerNorms: boolean;
}

export type Recurrent = HeadRecurrent | Mamba;

export type DenseMlp = { readonly kind: "gelu" | "relu" | "swiglu" | "geglu"; readonly dFf: number };
export type Mlp =
  | DenseMlp
  | {
      readonly kind: "moe";
      readonly experts: number;
      readonly shared: number;
      readonly topK: number;
      readonly expert: DenseMlp;
      /** Width of one shared expert, of the routed ones' kind. */
      readonly sharedDff: number;
      /** Equal groups of the routed experts, and in how many of them all of a token's experts are. */
      readonly groups: number;
      readonly topGroups: number;
      readonly denseLayers: number;
      /** After the dense layers, every n-th layer has experts. */
      readonly every: number;
      readonly dense: DenseMlp | null;
    };

export type Positions = "learned" | "rotary" | "relative" | "none";

export interface Device {
  readonly name: string;
  /** Generation of the processor, as the language writes it (`hopper`); null where it is none that was named. */
  readonly architecture: string | null;
  readonly memoryBytes: number;
  readonly memoryBytesPerSecond: number;
  /** Dense peak rate by dtype, FLOP/s, as in the data sheet. 0 where the device has none. */
  readonly peak: {
    readonly fp32: number;
    readonly tf32: number;
    readonly bf16: number;
    readonly fp16: number;
    readonly fp8: number;
    readonly fp4: number;
  };
  /** Streaming multiprocessors (or cores): waves of tiles are counted on them. */
  readonly sms: number;
  /** Under full load; while it waits, while its kernels wait for memory, in exposed collectives. */
  readonly powerWatts: number;
  readonly idleWatts: number;
  readonly streamingWatts: number;
  readonly communicationWatts: number;
  /** CO2e of making it, g; null: not counted. */
  readonly embodiedGrams: number | null;
  /** Calibrated: the share of the peak that the largest matrix products reach, measured alone. */
  readonly gemmEfficiency: number;
  /** Calibrated: the share of the peak that flash attention's forward pass reaches, measured alone. */
  readonly flashEfficiency: number;
  /** Generation of the flash attention kernels that this rate is of, and rows of the score matrix in one of their blocks. */
  readonly flashVersion: number;
  readonly flashBlock: number;
  /** Calibrated: the share of an isolated product's rate that is sustained under the load of training. */
  readonly sustained: number;
  /** Calibrated: the share of the memory bandwidth that streaming kernels reach. */
  readonly memoryEfficiency: number;
  /** Calibrated: how much longer computation takes while communication runs beside it; 1 is not at all. */
  readonly contention: number;
  /** Calibrated: time from one kernel to the next when nothing else bounds, s. */
  readonly launchSeconds: number;
  /** To and from the host's memory, per direction, B/s. */
  readonly hostBytesPerSecond: number;
  /** Memory that is gone before the framework allocates (context, runtime), B. */
  readonly reservedBytes: number;
}

export interface Cluster {
  readonly name: string;
  readonly device: Device;
  readonly nodes: number;
  readonly devicesPerNode: number;
  /** nodes * devicesPerNode */
  readonly devices: number;
  readonly scaleUp: ScaleUp;
  /** null: one scale-up domain, or one device, is the whole cluster */
  readonly scaleOut: ScaleOut | null;
  /** null: all devices stand at one place */
  readonly sites: Sites | null;
  /** What devices cost; null when no price was given */
  readonly price: Price | null;
  readonly expenses: Expenses;
  /** How its parts fail; null: failures not modelled */
  readonly failures: Failures | null;
  /** From a failure to training again, without the lost work. */
  readonly recovery: Recovery;
  /** Nodes that stand ready beside those that train; null: one is always at hand. */
  readonly spares: number | null;
  /** Time until a node that failed is back, s. */
  readonly repairSeconds: ByPart;
  /** Windows in which nothing trains, one every so often; null: none. */
  readonly maintenance: { readonly everySeconds: number; readonly lastsSeconds: number } | null;
  /** Capacity that its owner takes back; null: nobody does. */
  readonly spot: Spot | null;
  /** Shared storage bandwidth for checkpoints, B/s over the whole cluster. */
  readonly storageBytesPerSecond: number;
  /** How the time of the same work differs from device to device and step to step; null: not at all. */
  readonly jitter: Jitter | null;
  readonly host: Host;
  /** Drives of a node; null: none that training may use. */
  readonly drives: Drives | null;
  readonly facility: Facility;
}

/** How devices are paid for. */
export type Price =
  /** By the hour, $ per device-second. */
  | { readonly kind: "hourly"; readonly perDeviceSecond: number }
  | {
      readonly kind: "reserved";
      readonly perDeviceSecond: number;
      readonly termSeconds: number;
      /** What becomes of the term that the run leaves: others use it, or nobody does. */
      readonly rest: "used" | "wasted";
    }
  | Owned;

export interface Owned {
  readonly kind: "owned";
  /** $ per device, with its share of node, network and building. */
  readonly capexPerDevice: number;
  /** Share of it that is left at the end of the devices' lifetime. */
  readonly residual: number;
  /** Of a year: interest on their value; repairs and support, as a share of capex. */
  readonly interest: number;
  readonly upkeep: number;
  /** $ per joule that the machines may draw, and that the site uses. */
  readonly hostingPerJoule: number;
  readonly electricityPerJoule: number;
}

/** What a run pays for beside its devices; null: left out. */
export interface Expenses {
  /** $ per byte and second; $ per byte; $ per second. */
  readonly storagePrice: number | null;
  readonly transferPrice: number | null;
  readonly staffPerSecond: number | null;
}

/** What stands around the devices, and what it draws. */
export interface Facility {
  /** Of a node beside its devices; of switches and optics for each device. */
  readonly hostWatts: number;
  readonly networkWatts: number;
  /** What the site draws over what its machines draw. */
  readonly pue: number;
  /** CO2e of electricity, and water for the machines' energy, g/J; null: not known, and left out. */
  readonly carbonGramsPerJoule: number | null;
  readonly waterGramsPerJoule: number | null;
  /** CO2e of making a node beside its devices, g; null: not counted. */
  readonly hostEmbodiedGrams: number | null;
  /** Time in service, s, and the share of it with work to do. */
  readonly lifetimeSeconds: number;
  readonly usage: number;
}

/** Kinds of parts that fail, as the language spells them. */
export type Component =
  | ("gpu" | "hbm" | "sdc" | "host" | "nic")
  | ("cable" | "switch" | "software" | "other");

export type Failures =
  /** Mean time between failures of one device, device-seconds. */
  | { readonly kind: "poisson"; readonly mtbfDeviceSeconds: number }
  /** Interruptions that a fleet saw, by what failed. */
  | {
      readonly kind: "observed";
      readonly devices: number;
      readonly periodSeconds: number;
      readonly counts: Readonly<Record<Component, number>>;
    }
  /** Failures a year of one of each. */
  | { readonly kind: "annual"; readonly rates: Readonly<Record<Component, number>> };

/** For all failures, or for each kind of part that fails. */
export type ByPart = number | Readonly<Record<Component | "otherwise", number>>;

export type Recovery =
  | { readonly kind: "whole"; readonly seconds: number }
  /** Loading the checkpoint comes on top. */
  | {
      readonly kind: "staged";
      readonly detectionSeconds: ByPart;
      readonly replacementSeconds: ByPart;
      readonly launchSeconds: ByPart;
      readonly warmUpSeconds: ByPart;
    };

export interface Spot {
  /** $ per device-second. */
  readonly pricePerDeviceSecond: number;
  /** Of one node, s. */
  readonly mtbfSeconds: number;
  /** From the notice to the end, s. */
  readonly noticeSeconds: number;
  /** Until there is capacity again, s. */
  readonly waitSeconds: number;
}

/** The processors of a node and their memory. */
export interface Host {
  /** null: not known, and what is put there is not checked. */
  readonly memoryBytes: number | null;
  readonly memoryBytesPerSecond: number;
  /** Share of that which the optimizer's update reaches. */
  readonly efficiency: number;
}

export interface Drives {
  readonly count: number;
  /** Of one drive, B and B/s. */
  readonly capacityBytes: number;
  readonly readBytesPerSecond: number;
  readonly writeBytesPerSecond: number;
}

/** Of a device's time for its part of a step, over what the estimate says. */
export type Jitter =
  | { readonly kind: "normal" | "lognormal"; readonly sigma: number }
  /** A share of the devices is slow for good, and takes `slowdown` longer. */
  | { readonly kind: "slow_devices"; readonly share: number; readonly slowdown: number }
  /** Times that were seen, in any unit, and how often each was; no counts: once. */
  | { readonly kind: "observed"; readonly times: readonly number[]; readonly counts: readonly number[] };

export interface ScaleUp {
  readonly kind: "nvswitch" | "nvlink" | "pcie" | "torus" | "none";
  /** Devices in one scale-up domain. */
  readonly domain: number;
  /** Per device and direction, B/s. A torus gives the sum over its links in one direction. */
  readonly bytesPerSecond: number;
  /** One hop of an empty message, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Before the first hop of a collective. */
  readonly baseLatencySeconds: number;
  /** In-network reduction. */
  readonly sharp: boolean;
  /** Calibrated: of the effective rate of the links, what in-network reductions reach. */
  readonly sharpEfficiency: number;
  /** Which devices are neighbours, where direct links join them. */
  readonly mesh: "fully_connected" | "hybrid_cube_mesh" | null;
  /** Boards of the domain, which only their devices' slots join; and what a slot carries, per direction, B/s. */
  readonly boards: number;
  readonly slotBytesPerSecond: number;
  readonly shape: readonly number[];
  /** Which dimensions of a torus are closed. */
  readonly closed: readonly boolean[];
  /** Whether a torus's closing links are shifted, so that its long dimensions are shorter for what crosses them. */
  readonly twisted: boolean;
  /** Calibrated: the share of bytesPerSecond that large collectives reach. */
  readonly efficiency: number;
}

export interface ScaleOut {
  readonly kind: "fat_tree" | "ethernet" | "efa" | "omni_path" | "dragonfly" | "dcn";
  /** One NIC, per direction, B/s. */
  readonly nicBytesPerSecond: number;
  readonly nicsPerNode: number;
  /** One hop of an empty message, under the protocol with the shortest hops. */
  readonly latencySeconds: number;
  /** Before the first hop of a collective among devices of different domains only. */
  readonly baseLatencySeconds: number;
  /** Devices of the nodes under one leaf, or one set of rails; null: each scale-up domain for itself. */
  readonly leafDevices: number | null;
  /** 1 is full bisection; 2 halves the bandwidth between leaves. */
  readonly oversubscription: number;
  /** Devices of a pod, or of a group of a dragonfly; null: one pod is the whole fabric. */
  readonly podDevices: number | null;
  /** The same between pods, over what leaves the leaves; 1 / taper of a dragonfly. */
  readonly podOversubscription: number;
  /** Devices of one rank in their nodes share a leaf. */
  readonly railOptimised: boolean;
  readonly efficiency: number;
}

/** Places that a cluster stands at, joined by a wide-area network. */
export interface Sites {
  readonly count: number;
  /** A site to all others together, per direction, B/s. */
  readonly bytesPerSecond: number;
  /** One way, s. */
  readonly latencySeconds: number;
}

/** Formats that a device has a rate for. */
export type Dtype = "fp32" | "tf32" | "fp16" | "bf16" | "fp8" | "fp4";
/** How operands of 8 or 4 bits are scaled. */
export type Scaling = "delayed" | "current" | "blockwise" | "mx" | "nvfp4" | "mxfp4";
export interface Precision {
  /** The tag's name: `nvfp4`. */
  readonly name: string;
  /** The rate of the linear layers; attention, the head and the loss take `coreDtype`. */
  readonly compute: Dtype;
  /** null where linear layers work on what is kept. */
  readonly scaling: Scaling | null;
  readonly weightBytes: number;
  readonly gradientBytes: number;
  /** fp32 copy of the weights kept by the optimizer; 0 for none. */
  readonly masterBytes: number;
  /** Each optimizer moment. */
  readonly momentBytes: number;
  readonly activationBytes: number;
  /** An input of a linear layer as it is gathered and kept, scales included; an activation's in 16 and more bits. */
  readonly operandBytes: number;
  /** An input of the activation function as it is kept. */
  readonly actInputBytes: number;
  /** Attention's output as it is kept. */
  readonly attentionOutputBytes: number;
  /** A weight as ZeRO gathers it. */
  readonly gatherBytes: number;
  /** A gradient as replicas reduce it. */
  readonly reduceBytes: number;
  /** An element of a token on its way to its experts, and of a gradient on its way to theirs. */
  readonly dispatchBytes: number;
  /** Layers whose linear layers stay in bf16. */
  readonly bf16Layers: number;
}

export type Schedule =
  | ("naive" | "gpipe" | "1f1b" | "interleaved_1f1b" | "breadth_first" | "pipedream")
  | ("zb_h1" | "zb_h2" | "zb_v" | "v_half" | "v_min" | "dualpipe" | "dualpipe_v" | "custom");

/** A schedule that a plan writes out itself. */
export interface OwnSchedule {
  /** What the ranks run (schedules/orderText.ts): one text for all of them, or one for each. */
  readonly order: readonly string[];
  readonly placement: "loop" | "v";
}

export type OptimizerName =
  | ("adam" | "adamw" | "adam_8bit" | "adafactor" | "lion")
  | ("sgd" | "sgd_momentum" | "muon" | "shampoo");

/** What Shampoo's cost depends on beside the matrices. */
export interface ShampooPlan {
  /** The longest side of a block that has preconditioners of its own. */
  readonly block: number;
  /** Steps from one computation of the inverse roots to the next. */
  readonly interval: number;
}

export interface Recompute {
  readonly kind: "none" | "selective" | "full";
  /** For selective: `attention` (the 5as^2b core), `norms`, `mlp`, `mla_up`, `moe_act`, `shared_experts`, `moe`. */
  readonly modules: readonly string[];
}

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
  /** Host time of a collective inside a layer, s. */
  readonly collectiveLaunchSeconds: number;
  /** What it grows by for each rank of its group where a pipeline runs over several nodes, s. */
  readonly rankLaunchSeconds: number;
  /** What the ranks of a tensor-parallel collective wait for each other, s. */
  readonly collectiveWaitSeconds: number;
  /** What a tensor-parallel collective takes longer for each further node that its group reaches, s. */
  readonly nodeLatencySeconds: number;
  /** What a send between stages stalls on more than `stallNodes` nodes, s. */
  readonly stallSeconds: number;
  readonly stallNodes: number;
  /** Gradients (and the weights of ZeRO 1 and 2) are sent in buckets of this many bytes. */
  readonly bucketBytes: number;
  /** A bucket has at least this many bytes for each data-parallel rank. */
  readonly bucketRankBytes: number;
  /** Under ZeRO 1 and 2, updated weights are gathered beside the next forward pass. */
  readonly gatherOverlap: boolean;
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
  /** The vocabulary's rows on a device are padded to a multiple of this. */
  readonly vocabMultiple: number;
  /** Biases, activation functions, norms, dropout and residuals run as fused kernels. */
  readonly fused: boolean;
  /** Bytes alive for each logit at the peak of the loss, B. */
  readonly logitBytes: number;
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
  /** Tensors of whole sequences that wait for tensor-parallel collectives that the host has run ahead of. */
  readonly runAhead: number;
  /** The largest tensor-parallel group whose host runs ahead in a pipeline. */
  readonly runAheadRanks: number;
  /** Workspaces of matrix products, B. */
  readonly workspaceBytes: number;
  /** Memory of one communicator, B. */
  readonly communicatorBytes: number;
  /** Pipeline schedules that its code has; null: nothing is known, or any. */
  readonly schedules: readonly Schedule[] | null;
}

export type ContextParallelism = "ring" | "all_gather" | "ulysses";

/** Documents that sequences are packed of. */
export interface Documents {
  readonly meanTokens: number;
  /** Standard deviation of their lengths over the mean. */
  readonly variation: number;
}

export type Balance =
  | { readonly kind: "balanced" }
  /** The i-th busiest expert receives tokens in proportion to i^-s. */
  | { readonly kind: "zipf"; readonly s: number }
  /** What each expert received, in any unit, in the experts' order. */
  | { readonly kind: "measured"; readonly loads: readonly number[] };

/** Loss as a function of parameters and tokens, in nats a token. */
export type ScalingLaw = {
  /** The tag's name: `chinchilla`. */
  readonly name: string;
  /** Fitted by the plan's author, on models like this one. */
  readonly own: boolean;
} & (
  | {
      readonly kind: "sum";
      readonly irreducible: number;
      readonly modelScale: number;
      readonly modelExponent: number;
      readonly tokenScale: number;
      readonly tokenExponent: number;
    }
  | {
      readonly kind: "joint";
      readonly modelUnit: number;
      readonly tokenUnit: number;
      readonly modelExponent: number;
      readonly tokenExponent: number;
    }
);

/** When replicas meet, and which of them wait. */
export type Sync = {
  /** Groups of replicas that train by themselves between meetings, equally large: 1 where all meet in every step. */
  readonly islands: number;
} & (
  | {
      readonly kind: "synchronous";
      /** Replicas that a step does not wait for. */
      readonly backup: number;
    }
  | {
      readonly kind: "local_sgd";
      /** From one meeting of the islands to the next. */
      readonly steps: number;
      /** Of a parameter's change as islands exchange it. */
      readonly exchangeBytes: number;
    }
  | {
      /** Islands are clients of a server, which asks some of them in each round (FedAvg). */
      readonly kind: "federated";
      /** Of a client, from the server's weights to what it sends back. */
      readonly steps: number;
      readonly exchangeBytes: number;
      /** Share of the clients that a round asks, and share of those that never answer. */
      readonly participation: number;
      readonly dropout: number;
      /** Of the server and of a client, per direction; and one way between them. */
      readonly serverBytesPerSecond: number;
      readonly clientBytesPerSecond: number;
      readonly latencySeconds: number;
    }
  | {
      /** Every replica is an island, and sends its gradients to servers that keep the weights. */
      readonly kind: "asynchronous";
      readonly servers: number;
      /** Of one server, per direction. */
      readonly serverBytesPerSecond: number;
      /** Steps that a replica may be ahead of the slowest; null: any number. */
      readonly bound: number | null;
    }
);

/** How replicas make smaller what they send each other of their gradients, or islands of their changes. */
export type Compression = {
  /** Share of the steps before it begins. */
  readonly warmUp: number;
  /** A remembered error of a number that was left out or rounded; 0: none is. */
  readonly errorBytes: number;
} /** The largest numbers of each rank, a share of them. */ & (
  | { readonly kind: "top_k"; readonly share: number }
  /** Low-rank factors of each matrix. */
  | { readonly kind: "power_sgd"; readonly rank: number }
  /** Few bits, and a scale for each block. */
  | { readonly kind: "quantised"; readonly bits: number; readonly block: number }
  /** Signs, and a scale for each block; sums are compressed again. */
  | { readonly kind: "one_bit"; readonly block: number }
);

export interface Plan {
  readonly name: string;
  readonly framework: Framework;
  readonly tp: number;
  readonly cp: number;
  /** How attention crosses the context-parallel ranks. */
  readonly cpType: ContextParallelism;
  /** In a hybrid, the ranks that share out heads by all-to-alls before key-value blocks go round; else 1 (headRanks.ts). */
  readonly cpHeads: number;
  /** Which tokens a rank of a ring has: from both ends of the sequence, or neighbours. */
  readonly cpOrder: "zigzag" | "contiguous";
  readonly ep: number;
  /** Tensor-parallel degree inside an expert. */
  readonly etp: number;
  /** Copies of a token that travel: one for each of its experts, or one for each node with any of them. */
  readonly dispatch: "per_expert" | "per_node";
  /** How the router loads the experts of a layer. */
  readonly balance: Balance;
  /** Tokens an expert takes at most, over the mean; null: all that are sent to it. */
  readonly capacity: {
    readonly factor: number;
    /** Experts compute, and tokens travel, as if each were full. */
    readonly pad: boolean;
  } | null;
  readonly dp: number;
  readonly pp: number;
  /** Which degrees' ranks are neighbours on the machine, the nearest first: replicas before stages, or stages before replicas. */
  readonly rankOrder: "tp_cp_dp_pp" | "tp_cp_pp_dp";
  readonly vpp: number;
  readonly zero: 0 | 1 | 2 | 3;
  /** Data-parallel ranks that state is sharded over; the dp / dpShard groups of them hold copies. */
  readonly dpShard: number;
  readonly sync: Sync;
  /** null: all is sent as it is. */
  readonly compression: Compression | null;
  /** ZeRO 3: when gathered weights are freed. */
  readonly reshardAfter: "forward" | "backward" | "step";
  /** ZeRO 2 and 3: when gradients are reduced over the ranks. */
  readonly gradientScatter: "micro_batch" | "group" | "step";
  /** ZeRO 3: layers gathered ahead of the one in use. */
  readonly prefetch: number;
  readonly sequenceParallel: boolean;
  readonly schedule: Schedule;
  /** Interleaved 1F1B: micro-batches that go through one chunk before the next chunk takes them. */
  readonly microBatchGroup: number;
  /** Present where `schedule` is `custom`. */
  readonly ownSchedule: OwnSchedule | null;
  /** How layers go to stages: the same number everywhere; one fewer on the first and last; any remainder spread; by work. */
  readonly split: "even" | "lighter_ends" | "lighter_last" | "uneven" | "balanced";
  readonly seqLen: number;
  /** null: each sequence is one document. */
  readonly documents: Documents | null;
  /** Tokens that an encoder reads, where the model has one. */
  readonly encoderSeqLen: number;
  readonly microBatch: number;
  /** In sequences. */
  readonly globalBatch: number;
  readonly numMicroBatches: number;
  readonly precision: Precision;
  readonly optimizer: OptimizerName;
  /** Present where `optimizer` is `shampoo`. */
  readonly shampoo: ShampooPlan | null;
  readonly recompute: Recompute;
  readonly flashAttention: boolean;
  /** Which communication is hidden behind compute where it can be. */
  readonly overlap: {
    readonly dp: boolean;
    readonly tp: boolean;
    readonly pp: boolean;
    readonly ep: boolean;
  };
  readonly offload: "none" | "ema" | "activations";
  /** Of a device, under `offload = activations`; null for all. */
  readonly offloadLayers: number | null;
  readonly stateOffload: StateOffload;
  /** null: every parameter is trained. */
  readonly lora: Lora | null;
  /** Token budget of the whole run; null when not given. */
  readonly tokens: number | null;
  /** null: data are at hand whenever they are needed. */
  readonly data: DataSet | null;
  /** Nats a token to be reached; null when not given. */
  readonly targetLoss: number | null;
  readonly scalingLaw: ScalingLaw | null;
  /** Tokens at which a batch costs twice the tokens of small ones; a published law of it; none: batches cost nothing. */
  readonly criticalBatch: number | "zhang" | "kaplan" | "none";
  /** A batch and the learning rate that was tuned for it; null: none was. */
  readonly tuned: {
    readonly batchTokens: number;
    readonly learningRate: number;
    /** Of Adam. */
    readonly beta2: number;
  } | null;
  /** null: nothing is saved. */
  readonly checkpoint: Checkpoint | null;
  /** What the run does while nodes are missing; null: it waits for them. */
  readonly elastic: { readonly batch: "kept" | "smaller" } | null;
  /** Simulated runs beside the closed form, and the seed of their chances. */
  readonly simulate: { readonly runs: number; readonly seed: number };
  /** How the trained model is served, for what is asked of its inference; null: one sequence, all else as in training. */
  readonly serve: Serving | null;
}

/** What is trained on, in the cluster's shared storage. */
export interface DataSet {
  /** null: as many as the run trains on. */
  readonly tokens: number | null;
  readonly idBytes: number;
  /** Of a sequence beside its ids. */
  readonly sampleBytes: number;
  /** Loader processes of a data-parallel rank, and what one of them takes for a sequence, s. */
  readonly workers: number;
  readonly prepareSeconds: number;
  /** Of a node. */
  readonly cacheBytes: number;
}

/** Matrices of a layer that adapters can be beside; `up` is all that read the stream into the feed-forward. */
export type LoraTarget = "query" | "key" | "value" | "output" | "up" | "down";

/** Low-rank adapters beside frozen weights: the only parameters that are trained. */
export interface Lora {
  readonly rank: number;
  readonly targets: readonly LoraTarget[];
  /** A weight of a frozen matrix of the layers, scales included; null: as the plan's precision keeps it. */
  readonly weightBytes: number | null;
  /** Products in 8 bits multiply frozen weights as they are kept. */
  readonly asOperands: boolean;
}

/** Where state is kept between its uses; `none` on the device itself. */
export type StatePlace = "none" | "host" | "nvme";

export interface StateOffload {
  /** Master copy and moments, and the gradients that they meet. */
  readonly optimizer: StatePlace;
  readonly weights: StatePlace;
  /** The update runs beside the next step's passes, which use weights one step older. */
  readonly delayed: boolean;
}

export interface Checkpoint {
  /** Where it goes: shared storage, the drives of each node, the memory of hosts. */
  readonly to: "storage" | "local" | "memory";
  /** Training between two of them, s, or the rule that chooses it. */
  readonly interval: number | "young" | "young_daly" | "optimal";
  /** Training goes on while it is written; in memory always. */
  readonly async: boolean;
  /** Ranks with the same state that write a share of it each, or the first of them all of it. */
  readonly writers: "all" | "first";
  /** Share of the state that an incremental checkpoint writes, and of how many checkpoints one is full. */
  readonly changed: number;
  readonly fullEvery: number;
  /** Hosts that keep a device's state in memory. */
  readonly replicas: number;
  /** From memory to storage, every so often, s. */
  readonly persistSeconds: number;
  /** Full checkpoints that stay in storage. */
  readonly kept: number;
}

/** null is as in training: its sequences, degrees and formats. */
export interface Serving {
  /** Sequences served at once, and tokens before and in each of them. */
  readonly batch: number;
  readonly context: number | null;
  readonly tp: number | null;
  readonly pp: number | null;
  /** A weight, one of a routed expert (null is as the others), and a number of the cache of keys and values. */
  readonly weightBytes: number | null;
  readonly expertBytes: number | null;
  readonly kvBytes: number | null;
}

/** A scenario the engine cannot answer for, said before any number is made up. */
export interface Refusal {
  /** A diagnostic's code from the catalogue (`not-divisible`, `not-modelled`, `degrees-exceed-devices`, …). */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** The fields in play, in the language's spelling, the guilty one first (`plan.pp`, `model.layers`). */
  readonly fields: readonly string[];
  /** Values for the catalogue's message. */
  readonly params: Readonly<Record<string, string | number>>;
}
