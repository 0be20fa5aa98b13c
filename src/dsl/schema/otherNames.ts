import { type Aliases, aliased, allAliases } from "./aliases.ts";

/**
 * Names that other software uses for fields of the language, by record. Sources: arguments of Megatron-LM
 * (arguments.py), keys of Hugging Face and DeepSpeed JSON files, words of papers. An error on an unknown field suggests
 * the field of the language.
 */
const names: Aliases = {
  model: {
    num_layers: "layers",
    n_layers: "layers",
    n_layer: "layers",
    num_hidden_layers: "layers",
    hidden_size: "d_model",
    hidden_dim: "d_model",
    n_embd: "d_model",
    dim: "d_model",
    width: "d_model",
    vocab_size: "vocab",
    padded_vocab_size: "vocab",
    ffn: "mlp",
    feed_forward: "mlp",
    heads: "attention",
    num_heads: "attention",
    num_attention_heads: "attention",
    n_heads: "attention",
    tie_word_embeddings: "tied_embeddings",
    position_embedding_type: "positions",
    max_position_embeddings: "max_seq_len",
  },
  plan: {
    tensor_parallel: "tp",
    tensor_parallel_size: "tp",
    tp_size: "tp",
    pp_size: "pp",
    dp_size: "dp",
    cp_size: "cp",
    ep_size: "ep",
    tensor_model_parallel_size: "tp",
    pipeline_parallel: "pp",
    pipeline_parallel_size: "pp",
    pipeline_model_parallel_size: "pp",
    stages: "pp",
    data_parallel: "dp",
    data_parallel_size: "dp",
    context_parallel: "cp",
    context_parallel_size: "cp",
    expert_parallel: "ep",
    expert_model_parallel_size: "ep",
    virtual_stages: "vpp",
    virtual_pipeline_model_parallel_size: "vpp",
    micro_batch_size: "micro_batch",
    micro_batches: "micro_batch",
    mbs: "micro_batch",
    per_device_train_batch_size: "micro_batch",
    global_batch_size: "global_batch",
    batch_size: "global_batch",
    train_batch_size: "global_batch",
    gbs: "global_batch",
    batch: "global_batch",
    seq_length: "seq_len",
    sequence_length: "seq_len",
    max_seq_length: "seq_len",
    context_length: "seq_len",
    zero_stage: "zero",
    data_parallel_shard_degree: "dp_shard",
    partition_group_size: "dp_shard",
    reshard_after_forward: "reshard_after",
    stage: "zero",
    dtype: "precision",
    activation_checkpointing: "recompute",
    gradient_checkpointing: "recompute",
    recompute_granularity: "recompute",
    recompute_method: "recompute",
    recompute_num_layers: "recompute",
    use_flash_attn: "flash_attention",
  },
  full: { distribute_saved_activations: "distribute", partition_activations: "distribute" },
  cluster: {
    gpu: "device",
    gpus: "nodes",
    num_nodes: "nodes",
    gpus_per_node: "devices_per_node",
    nvlink: "scale_up",
    network: "scale_out",
    interconnect: "scale_out",
    infiniband: "scale_out",
  },
  device: {
    hbm: "memory",
    vram: "memory",
    bandwidth: "memory_bandwidth",
    hbm_bandwidth: "memory_bandwidth",
    flops: "peak",
    tflops: "peak",
  },
};

/** Field of a record that other software calls `name`; null for an unknown name. */
export const otherName = (record: string, name: string): string | null => aliased(names, record, name);

/** All names of fields in other software, for tests: record, name in the other software, field. */
export const otherNames = allAliases(names);

/**
 * Switches of other tools that stand for one value of a field: `fsdp` is `zero = 3`. An error only suggests the value
 * in words, because an automatic fix would have to change the text after `=` too.
 */
const settings: Aliases = {
  plan: {
    ...{ fsdp: "zero = 3", fsdp2: "zero = 3", fully_shard: "zero = 3", ddp: "zero = 0" },
    distribute_saved_activations: "recompute = full(distribute = true)",
    partition_activations: "recompute = full(distribute = true)",
  },
};

/** Setting of the language (`zero = 3`) that replaces another tool's switch (`fsdp`); null for an unknown switch. */
export const otherSetting = (record: string, name: string): string | null => aliased(settings, record, name);
