/** Matrices of a layer that adapters can be beside; `up` is all that read the stream into the feed-forward, `router` chooses experts. */
export type LoraTarget = "query" | "key" | "value" | "output" | "up" | "down" | "router";

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
