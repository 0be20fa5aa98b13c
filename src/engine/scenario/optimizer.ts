export type OptimizerName =
  | ("adam" | "adamw" | "adam_8bit" | "adafactor" | "lion")
  | ("sgd" | "sgd_momentum" | "muon" | "shampoo");

/** What Shampoo's cost depends on beside the matrices. */
export interface ShampooPlan {
  /** The longest side of a block that has preconditioners of its own. */
  readonly block: number;
  /** Steps from one computation of the inverse roots to the next. */
  readonly interval: number;
}
