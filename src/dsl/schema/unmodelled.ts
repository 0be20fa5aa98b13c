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
    names: ["swarm", "ad_psgd"],
    what: "pipelines without fixed stages (SWARM), and gossip without any wait (AD-PSGD)",
    why: "no law says how stale their weights are for language models",
    instead: "`sync = gossip(neighbours = 1)` averages weights with neighbours in every step",
  },
  {
    where: ["plan", "model", "framework"],
    names: ["sparse", "pruning", "weight_sparsity", "sparse_training", "unstructured"],
    what: "training with unstructured sparse weights",
    why: "zeros without a pattern save no time on these devices, and no stack here trains with them",
    instead: "`sparsity = two_four()` prunes feed-forwards in a pattern that devices skip",
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
    names: ["local_noise", "personalisation", "personalization"],
    what: "noise that each client adds by itself, and models of their own for clients",
    why: "no published recipe trains language models so",
    instead: "`noise = 1` adds noise to a round's sum; `secure = secagg()` hides each client's changes",
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
    names: ["audio", "speech", "audio_encoder"],
    what: "an audio encoder joined to a language model",
    why: "no published recipe says how its frames are batched",
    instead:
      "`vision = vision(..)` joins an encoder of images; `encoder = encoder(..)` is attended to, as Whisper's",
  },
  {
    where: ["model"],
    names: ["unet", "mmdit", "joint_attention", "frames", "vae"],
    what: "diffusion by U-Nets, by joint attention of text and image, of video, or with its autoencoder",
    why: "their layers differ in width or share attention between two streams, for which there are no fields",
    instead:
      "`conditioning = adaln(..)` is a diffusion transformer as DiT and PixArt are, over precomputed latents",
  },
  {
    where: ["launch"],
    names: ["ray", "horovod", "fairscale", "nemo", "nanotron", "maxtext", "megatron_bridge", "accelerate"],
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
    what: "execution traces for packet-level simulators (Chakra, ASTRA-sim)",
    why: "a step is estimated from its collectives, not from packets",
    instead:
      "`dtp run FILE --trace OUT` writes the timelines of a program; `comm` lists every collective with its bytes and group",
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
