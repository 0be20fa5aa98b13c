export type OptimizerName =
  | ("adam" | "adamw" | "adam_8bit" | "adafactor" | "lion")
  | ("sgd" | "sgd_momentum" | "muon" | "shampoo");

/** Parameters of Shampoo that determine its cost, in addition to the matrices. */
export interface ShampooPlan {
  /** Longest side of a block with preconditioners of its own. */
  readonly block: number;
  /** Steps between computations of the inverse roots. */
  readonly interval: number;
}
