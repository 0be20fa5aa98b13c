/**
 * Matrices of a layer that can have a LoRA adapter. `query`, `key`, `value` and `output` belong to self- and
 * cross-attention. In latent attention `query` means both `query_down` and `query_up`; `key` and `value` each
 * mean both `kv_down` and `kv_up`. `recurrent_in` and `recurrent_out` are the projections of a recurrence. `up`
 * means all matrices that read the residual stream into the feed-forward; `router` is the matrix that scores
 * experts.
 */
export type LoraTarget =
  | "query"
  | "key"
  | "value"
  | "output"
  | "query_down"
  | "query_up"
  | "kv_down"
  | "kv_up"
  | "recurrent_in"
  | "recurrent_out"
  | "up"
  | "down"
  | "router";

/** LoRA adapters of routed experts: one for each expert, one for all experts of a device, or none. */
export type ExpertAdapters = "each" | "shared" | "none";

/** LoRA: low-rank adapters are trained, and all original weights are frozen. */
export interface Lora {
  readonly rank: number;
  readonly targets: readonly LoraTarget[];
  readonly experts: ExpertAdapters;
  /** Rank of the adapters on routed experts. */
  readonly expertRank: number;
  /**
   * Bytes of a frozen weight in the layers' matrices, including its share of scales; null where the weights
   * have the plan's precision.
   */
  readonly weightBytes: number | null;
  /** True where 8-bit matmuls read the stored frozen weights without dequantising them. */
  readonly asOperands: boolean;
}
