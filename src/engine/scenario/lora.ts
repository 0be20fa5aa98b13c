/** Matrices of a layer that adapters can be beside; `up` is all that read the stream into the feed-forward. */
export type LoraTarget = "query" | "key" | "value" | "output" | "up" | "down";

/** Low-rank adapters beside frozen weights: the only parameters that are trained. */
export interface Lora {
  readonly rank: number;
  readonly targets: readonly LoraTarget[];
  /** A weight of a frozen matrix of the layers, scales included; null: as the plan's precision keeps it. */
  readonly weightBytes: number | null;
  /** Products in 8 bits multiply frozen weights as they are kept. */
  readonly asOperands: boolean;
}
