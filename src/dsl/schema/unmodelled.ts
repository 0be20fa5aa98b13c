/** Something that people look for by name and that is not modelled. */
export interface Unmodelled {
  /** Kinds of definitions, tags, fields or results (`plan`, `federated`, `sync`, `launch`) where the names are looked for. */
  readonly where: readonly string[];
  readonly names: readonly string[];
  readonly what: string;
  readonly why: string;
  /** Nearest thing that works. */
  readonly instead: string;
}

/** Things that are refused by name, with the reason and the nearest thing that works. */
export const unmodelledRows: readonly Unmodelled[] = [
  {
    where: ["sync"],
    names: ["gossip", "decentralised", "decentralized", "swarm", "ad_psgd", "peer_to_peer"],
    what: "gossip between neighbouring replicas",
    why: "no published law says how many more tokens it takes for language models",
    instead:
      "`sync = local_sgd(steps = 50, islands = dp)` averages over all replicas; `compression` sends less",
  },
  {
    where: ["plan", "model", "framework"],
    names: ["sparsity", "sparse", "pruning", "weight_sparsity", "sparse_training", "two_four"],
    what: "training with sparse weights, such as 2:4",
    why: "the frameworks listed here train with dense matmuls, and unstructured zeros save no time on these devices",
    instead:
      "describe a dense model with fewer parameters; experts (`mlp = moe(..)`) are sparse in their activations",
  },
  {
    where: ["full", "plan"],
    names: ["distribute_saved_activations", "partition_activations", "saved_shards", "two_d_finalized"],
    what: "saved inputs of recomputed layers, sharded over the tensor-parallel ranks",
    why: "without sequence parallelism every rank keeps the whole input",
    instead:
      "`sequence_parallel = true` shards them where `seq_len` divides by `tp`; `offload = activations` moves them to the host",
  },
  {
    where: ["federated"],
    names: [
      "privacy",
      "noise",
      "clipping",
      "clip",
      "differential_privacy",
      "secure_aggregation",
      "aggregation",
    ],
    what: "noise, clipping and secure aggregation of federated training",
    why: "their price in tokens depends on the privacy budget and was not measured for language models of this size",
    instead: "estimate `federated(..)` without them: what clients and server send stays nearly the same",
  },
  {
    where: ["serving", "plan"],
    names: ["arrivals", "arrival_rate", "requests", "qps", "load", "traffic", "percentiles"],
    what: "serving under a load of arriving requests",
    why: "`serving` estimates a full batch, not a queue of requests",
    instead:
      "`inference.prefill` and `inference.decode` are the service times of `batch` requests; vary `plan.serve.batch`",
  },
  {
    where: ["queue"],
    names: ["autoscale", "autoscaling", "scale", "failures", "elastic"],
    what: "autoscaling of a queue's cluster, and failures of its nodes",
    why: "a queue's cluster is fixed, and its jobs run as long as their estimate says",
    instead: "compare queues with clusters of several sizes; `goodput` of a job counts its failures",
  },
  {
    where: ["model"],
    names: ["vision", "vision_encoder", "image_encoder", "audio", "modalities", "multimodal", "projector"],
    what: "a vision or audio encoder joined to a language model",
    why: "a model is one stack of layers, with at most one encoder for its own tokens",
    instead: "describe two models on one cluster and add their times: docs/limits.md has the program",
  },
  {
    where: ["model"],
    names: ["diffusion", "dit", "unet", "timesteps", "conditioning"],
    what: "diffusion models",
    why: "conditioning by timestep (adaptive norms, cross-attention to text) has no fields",
    instead: "a DiT's layers are near to those of `input = patches(..)` with `mask = bidirectional`",
  },
  {
    where: ["launch"],
    names: ["nemo"],
    what: "a recipe of NeMo 2",
    why: "NVIDIA continues its recipes as Megatron Bridge",
    instead: "`launch.megatron_bridge`",
  },
  {
    where: ["launch"],
    names: ["horovod", "fairscale", "accelerate"],
    what: "a launch file for this framework",
    why: "its settings have no mapping that is tested in both directions",
    instead:
      "`launch.torchrun` has the command for each node, which other launchers can start; `plan` lists the degrees to copy",
  },
  {
    where: ["framework"],
    names: ["horovod", "fairscale", "ray", "accelerate", "colossalai", "lightning", "jax"],
    what: "a stack of this name",
    why: "no measured run of it is known",
    instead: "`generic`, or the library that does its sharding: `fsdp`, `deepspeed`, `maxtext`",
  },
  {
    where: ["scenario"],
    names: ["chakra", "astra_sim", "packet_level"],
    what: "a result of this name",
    why: "a step is estimated from its collectives, not from packets",
    instead:
      "`dtp run FILE --chakra DIR` writes the steps whose `timeline` is shown as Chakra execution traces, which ASTRA-sim simulates; `comm` lists every collective with its bytes and group",
  },
];

const rows = new Map(
  unmodelledRows.flatMap((row) =>
    row.where.flatMap((where) => row.names.map((name) => [`${where} ${name}`, row] as const)),
  ),
);

/** Row of a name that is refused at a place such as `plan` or `sync`; null for other names. */
export const unmodelled = (where: string, name: string): Unmodelled | null =>
  rows.get(`${where} ${name}`) ?? null;
