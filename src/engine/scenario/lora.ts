/**
 * Matrices of a layer that can have an adapter. `query`, `key`, `value` and `output` belong to self- and
 * cross-attention. In latent attention `query` means both `query_down` and `query_up`, and `key` or `value`
 * means both `kv_down` and `kv_up`. `recurrent_in` and `recurrent_out` are a recurrence's projections. `up`
 * means all matrices that read the stream into the feed-forward; `router` chooses experts.
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

/** Adapters of routed experts: one for each expert, one for all experts of a device, or none. */
export type ExpertAdapters = "each" | "shared" | "none";

/** Low-rank adapters of frozen weights, the only parameters that are trained. */
export interface Lora {
  readonly rank: number;
  readonly targets: readonly LoraTarget[];
  readonly experts: ExpertAdapters;
  /** Rank of the routed experts' adapters. */
  readonly expertRank: number;
  /** Bytes of a frozen weight in the layers' matrices, including scales; null for the plan's precision. */
  readonly weightBytes: number | null;
  /** True where 8-bit matmuls use the stored frozen weights directly. */
  readonly asOperands: boolean;
}
