/**
 * What the `config.json` files of released models say (the keys that matter; huggingface.co/<name>), and the element count of
 * their weights as the hub gives it for the safetensors.
 */
type Row = readonly [name: string, params: number, config: Readonly<Record<string, unknown>>];

const decoder = (
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

const tied = { tie_word_embeddings: true } as const;
const untied = { tie_word_embeddings: false } as const;
const mla = { kv_lora_rank: 512, qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128 } as const;
const windows = (full: number, layers: number): string[] =>
  Array.from({ length: layers }, (_, i) => ((i + 1) % full === 0 ? "full_attention" : "sliding_attention"));

export const released: readonly Row[] = [
  [
    "meta-llama/Llama-3.1-8B",
    8_030_261_248,
    {
      model_type: "llama",
      ...decoder([32, 4096, 32, 8], [14_336, 128_256]),
      max_position_embeddings: 131_072,
    },
  ],
  [
    "meta-llama/Llama-3.2-1B",
    1_235_814_400,
    { model_type: "llama", ...decoder([16, 2048, 32, 8], [8192, 128_256]), head_dim: 64, ...tied },
  ],
  [
    "mistralai/Mistral-7B-v0.1",
    7_241_732_096,
    { model_type: "mistral", ...decoder([32, 4096, 32, 8], [14_336, 32_000]), sliding_window: 4096 },
  ],
  [
    "mistralai/Mixtral-8x22B-v0.1",
    140_620_634_112,
    {
      ...{ model_type: "mixtral", ...decoder([56, 6144, 48, 8], [16_384, 32_000]) },
      ...{ num_local_experts: 8, num_experts_per_tok: 2, sliding_window: null },
    },
  ],
  [
    "Qwen/Qwen2.5-7B",
    7_615_616_512,
    {
      ...{ model_type: "qwen2", ...decoder([28, 3584, 28, 4], [18_944, 152_064]), ...untied },
      ...{ sliding_window: 131_072, use_sliding_window: false },
    },
  ],
  [
    "Qwen/Qwen3-235B-A22B",
    235_093_634_560,
    {
      ...{ model_type: "qwen3_moe", ...decoder([94, 4096, 64, 4], [12_288, 151_936]), head_dim: 128 },
      ...{ num_experts: 128, num_experts_per_tok: 8, moe_intermediate_size: 1536, decoder_sparse_step: 1 },
    },
  ],
  [
    "google/gemma-2-9b",
    9_241_705_984,
    {
      model_type: "gemma2",
      ...decoder([42, 3584, 16, 8], [14_336, 256_000]),
      head_dim: 256,
      sliding_window: 4096,
    },
  ],
  [
    "google/gemma-3-1b-pt",
    999_885_952,
    {
      ...{ model_type: "gemma3_text", ...decoder([26, 1152, 4, 1], [6912, 262_144]), head_dim: 256 },
      ...{ sliding_window: 512, sliding_window_pattern: 6 },
    },
  ],
  [
    "allenai/OLMo-2-1124-7B",
    7_298_617_344,
    { model_type: "olmo2", ...decoder([32, 4096, 32, 32], [11_008, 100_352]), ...untied },
  ],
  [
    "deepseek-ai/DeepSeek-V2-Lite",
    15_706_484_224,
    {
      ...{
        model_type: "deepseek_v2",
        ...decoder([27, 2048, 16, 16], [10_944, 102_400]),
        ...mla,
        q_lora_rank: null,
      },
      ...{ n_routed_experts: 64, n_shared_experts: 2, num_experts_per_tok: 6, moe_intermediate_size: 1408 },
      ...{ first_k_dense_replace: 1, moe_layer_freq: 1 },
    },
  ],
  [
    "EleutherAI/gpt-neox-20b",
    20_554_567_680,
    {
      ...{ model_type: "gpt_neox", num_hidden_layers: 44, hidden_size: 6144, num_attention_heads: 64 },
      ...{ intermediate_size: 24_576, vocab_size: 50_432, ...untied },
    },
  ],
  [
    "openai-community/gpt2-xl",
    1_557_611_200,
    {
      model_type: "gpt2",
      n_layer: 48,
      n_embd: 1600,
      n_head: 25,
      vocab_size: 50_257,
      n_positions: 1024,
      resid_pdrop: 0.1,
    },
  ],
];

export const gptOss = {
  ...{ model_type: "gpt_oss", ...decoder([36, 2880, 64, 8], [2880, 201_088]), head_dim: 64 },
  ...{ num_local_experts: 128, experts_per_token: 4, sliding_window: 128, layer_types: windows(2, 36) },
  swiglu_limit: 7,
};
