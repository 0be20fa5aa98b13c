/**
 * Matrices of a layer that adapters can be beside. `query`, `key`, `value` and `output` are those of every attention that a layer has, to the
 * encoder too; of latent attention `query` is both `query_down` and `query_up`, and `key` or `value` both `kv_down` and `kv_up`.
 * `recurrent_in` and `recurrent_out` are a recurrence's projections, `up` is all that read the stream into the feed-forward, `router` chooses experts.
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

/** Adapters beside the matrices of routed experts: of each by itself, one for all that a device holds, or none. */
export type ExpertAdapters = "each" | "shared" | "none";

/** Low-rank adapters beside frozen weights: the only parameters that are trained. */
export interface Lora {
  readonly rank: number;
  readonly targets: readonly LoraTarget[];
  readonly experts: ExpertAdapters;
  /** Of the adapters beside routed experts. */
  readonly expertRank: number;
  /** A weight of a frozen matrix of the layers, scales included; null: as the plan's precision keeps it. */
  readonly weightBytes: number | null;
  /** Products in 8 bits multiply frozen weights as they are kept. */
  readonly asOperands: boolean;
}
