/**
 * What the `config.json` files of released models other than plain decoders say (the keys that matter; huggingface.co/<name>), and the
 * definition of std that was made from the same release by hand and is pinned in std/papers.
 */
type Row = readonly [name: string, std: string, config: Readonly<Record<string, unknown>>];

const stack = (
  [num_hidden_layers, hidden_size, num_attention_heads, num_key_value_heads]: readonly number[],
  [intermediate_size, vocab_size]: readonly number[],
) => ({
  num_hidden_layers,
  hidden_size,
  num_attention_heads,
  num_key_value_heads,
  intermediate_size,
  vocab_size,
});

const bert = { type_vocab_size: 2, max_position_embeddings: 512, hidden_dropout_prob: 0.1 } as const;

export const stacked: readonly Row[] = [
  [
    "Qwen/Qwen3-Next-80B-A3B-Instruct",
    "qwen3_next_80b_a3b",
    {
      ...{ model_type: "qwen3_next", ...stack([48, 2048, 16, 2], [5120, 151_936]), head_dim: 256 },
      ...{ full_attention_interval: 4, linear_num_key_heads: 16, linear_num_value_heads: 32 },
      ...{ linear_key_head_dim: 128, linear_value_head_dim: 128, linear_conv_kernel_dim: 4 },
      ...{ num_experts: 512, num_experts_per_tok: 10, moe_intermediate_size: 512, decoder_sparse_step: 1 },
      ...{ shared_expert_intermediate_size: 512, max_position_embeddings: 262_144 },
    },
  ],
  [
    "Qwen/Qwen3.5-35B-A3B, the text model inside of one that also sees",
    "qwen3_5_35b_a3b",
    {
      model_type: "qwen3_5_moe",
      text_config: {
        ...{ model_type: "qwen3_5_moe_text", num_hidden_layers: 40, hidden_size: 2048, vocab_size: 248_320 },
        ...{ num_attention_heads: 16, num_key_value_heads: 2, head_dim: 256, attention_bias: false },
        ...{ full_attention_interval: 4, linear_num_key_heads: 16, linear_num_value_heads: 32 },
        ...{ linear_key_head_dim: 128, linear_value_head_dim: 128, linear_conv_kernel_dim: 4 },
        ...{ num_experts: 256, num_experts_per_tok: 8, moe_intermediate_size: 512 },
        ...{ shared_expert_intermediate_size: 512, attn_output_gate: true },
      },
    },
  ],
  [
    "rednote-hilab/dots.llm1.base",
    "dots_llm1_142b",
    {
      ...{ model_type: "dots1", ...stack([62, 4096, 32, 32], [10_944, 152_064]), attention_bias: false },
      ...{ first_k_dense_replace: 1, moe_layer_freq: 1, n_routed_experts: 128, n_shared_experts: 2 },
      ...{ num_experts_per_tok: 6, moe_intermediate_size: 1408, sliding_window: null },
      ...{ use_sliding_window: false, tie_word_embeddings: false, max_position_embeddings: 32_768 },
    },
  ],
  [
    "inclusionAI/Ling-plus-base",
    "ling_plus_290b",
    {
      ...{ model_type: "bailing_moe", ...stack([88, 5376, 56, 8], [12_288, 126_464]), head_dim: 128 },
      ...{ first_k_dense_replace: 0, num_experts: 64, num_shared_experts: 1, num_experts_per_tok: 4 },
      ...{ moe_intermediate_size: 3072, use_bias: false, use_qkv_bias: false },
      ...{ tie_word_embeddings: false, max_position_embeddings: 16_384 },
    },
  ],
  [
    "inclusionAI/Ling-mini-2.0",
    "ling_mini_16b",
    {
      ...{ model_type: "bailing_moe", ...stack([20, 2048, 16, 4], [5120, 157_184]), head_dim: 128 },
      ...{ first_k_dense_replace: 1, num_experts: 256, num_shared_experts: 1, num_experts_per_tok: 8 },
      ...{ moe_intermediate_size: 512, moe_shared_expert_intermediate_size: 512, n_group: 8, topk_group: 4 },
      ...{ use_qk_norm: true, use_bias: false, use_qkv_bias: false, num_nextn_predict_layers: 0 },
      ...{ tie_word_embeddings: false, max_position_embeddings: 32_768 },
    },
  ],
  [
    "baidu/ERNIE-4.5-21B-A3B-PT",
    "ernie4_5_21b_a3b",
    {
      ...{ model_type: "ernie4_5_moe", ...stack([28, 2560, 20, 4], [12_288, 103_424]), use_bias: false },
      ...{ moe_num_experts: 64, moe_k: 6, moe_num_shared_experts: 2, moe_intermediate_size: 1536 },
      ...{ moe_layer_start_index: 1, moe_layer_interval: 1, max_position_embeddings: 131_072 },
    },
  ],
  [
    "ai21labs/Jamba-v0.1",
    "jamba_52b",
    {
      ...{ model_type: "jamba", ...stack([32, 4096, 32, 8], [14_336, 65_536]) },
      ...{ attn_layer_offset: 4, attn_layer_period: 8, expert_layer_offset: 1, expert_layer_period: 2 },
      ...{ num_experts: 16, num_experts_per_tok: 2, mamba_d_conv: 4, mamba_d_state: 16 },
      ...{ mamba_dt_rank: 256, mamba_expand: 2, max_position_embeddings: 262_144 },
    },
  ],
  [
    "nvidia/Nemotron-H-8B-Base-8K",
    "nemotron_h_8b",
    {
      ...{ model_type: "nemotron_h", ...stack([52, 4096, 32, 8], [21_504, 131_072]) },
      hybrid_override_pattern: "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
      ...{ attention_head_dim: 128, mamba_num_heads: 128, mamba_head_dim: 64, n_groups: 8 },
      ...{ ssm_state_size: 128, conv_kernel: 4, chunk_size: 128, mlp_hidden_act: "relu2" },
    },
  ],
  [
    "state-spaces/mamba2-2.7b, converted",
    "mamba2_2_7b",
    {
      ...{ model_type: "mamba2", num_hidden_layers: 64, hidden_size: 2560, vocab_size: 50_288 },
      ...{ num_heads: 80, head_dim: 64, state_size: 128, n_groups: 1, conv_kernel: 4, chunk_size: 256 },
      ...{ tie_word_embeddings: true },
    },
  ],
  [
    "MiniMaxAI/MiniMax-Text-01",
    "minimax_text_01_456b",
    {
      ...{ model_type: "minimax_text_01", ...stack([80, 6144, 64, 8], [9216, 200_064]), head_dim: 128 },
      attn_type_list: Array.from({ length: 80 }, (_, i) => (i % 8 === 7 ? 1 : 0)),
      ...{ num_local_experts: 32, num_experts_per_tok: 2, max_position_embeddings: 10_240_000 },
    },
  ],
  [
    "deepseek-ai/DeepSeek-V3",
    "deepseek_v3_mtp",
    {
      ...{ model_type: "deepseek_v3", ...stack([61, 7168, 128, 128], [18_432, 129_280]) },
      ...{
        kv_lora_rank: 512,
        q_lora_rank: 1536,
        qk_nope_head_dim: 128,
        qk_rope_head_dim: 64,
        v_head_dim: 128,
      },
      ...{ n_routed_experts: 256, n_shared_experts: 1, num_experts_per_tok: 8, moe_intermediate_size: 2048 },
      ...{ first_k_dense_replace: 3, moe_layer_freq: 1, n_group: 8, topk_group: 4 },
      ...{ num_nextn_predict_layers: 1, tie_word_embeddings: false },
    },
  ],
  [
    "google-t5/t5-11b",
    "t5_11b",
    {
      ...{ model_type: "t5", num_layers: 24, d_model: 1024, num_heads: 128, d_kv: 128, d_ff: 65_536 },
      ...{ vocab_size: 32_128, n_positions: 512, dropout_rate: 0.1, relative_attention_num_buckets: 32 },
    },
  ],
  [
    "google/ul2",
    "ul2_20b",
    {
      ...{
        model_type: "t5",
        num_layers: 32,
        num_decoder_layers: 32,
        d_model: 4096,
        num_heads: 16,
        d_kv: 256,
      },
      ...{ d_ff: 16_384, vocab_size: 32_128, feed_forward_proj: "gated-silu", dropout_rate: 0 },
    },
  ],
  [
    "facebook/bart-large",
    "bart_large",
    {
      ...{ model_type: "bart", num_hidden_layers: 12, encoder_layers: 12, decoder_layers: 12, d_model: 1024 },
      ...{ encoder_attention_heads: 16, decoder_attention_heads: 16, encoder_ffn_dim: 4096 },
      ...{ decoder_ffn_dim: 4096, vocab_size: 50_265, max_position_embeddings: 1024, dropout: 0.1 },
    },
  ],
  [
    "google-bert/bert-large-uncased",
    "bert_large",
    { model_type: "bert", ...stack([24, 1024, 16], [4096, 30_522]), ...bert },
  ],
  [
    "google/vit-huge-patch14, of 1,000 classes",
    "vit_h_14",
    {
      ...{
        model_type: "vit",
        ...stack([32, 1280, 16], [5120]),
        image_size: 224,
        patch_size: 14,
        num_channels: 3,
      },
      id2label: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i, `class ${i}`])),
    },
  ],
];
