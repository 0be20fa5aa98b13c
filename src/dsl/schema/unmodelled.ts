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
    where: ["plan", "model"],
    names: ["growth", "progressive", "layer_growth", "progressive_stacking"],
    what: "a model that grows while it is trained",
    why: "no law says what the small model's tokens are worth to the large one",
    instead: "`run` has phases with models of their own: `phase(model = .., tokens = ..)`",
  },
  {
    where: ["plan", "model", "attention"],
    names: ["sparse_attention", "block_sparse", "native_sparse"],
    what: "sparse attention beyond windows",
    why: "the tokens that it chooses depend on the data, and its kernels have no published rates",
    instead:
      "`gqa(.., sliding_window = 4_096, sliding_window_pattern = 4)`, or layers of `linear_attention(..)`",
  },
  {
    where: ["annual", "fleet"],
    names: ["damage", "sdc_damage", "sdc_loss"],
    what: "damage that undetected corruption does to the loss",
    why: "no law says what a wrong gradient costs",
    instead:
      "`sdc` is its rate, and `staged(detection = by_part(sdc = 6 h))` the time until the run goes back to a checkpoint",
  },
  {
    where: ["federated"],
    names: ["local_noise", "personalisation", "personalization"],
    what: "noise that each client adds by itself, and models of their own for clients",
    why: "no published recipe trains language models so",
    instead: "`noise = 1` adds noise to a round's sum; `secure = secagg()` hides each client's changes",
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
