export type OptimizerName =
  | ("adam" | "adamw" | "adam_8bit" | "adafactor" | "lion" | "lamb" | "lars")
  | ("sgd" | "sgd_momentum" | "muon" | "shampoo");

/**
 * Settings of the Shampoo optimizer that determine its memory and time, in addition to the shapes of the
 * matrices.
 */
export interface ShampooPlan {
  /**
   * Longest side of a block, in matrix rows or columns. Each block of a weight matrix has its own
   * preconditioners.
   */
  readonly block: number;
  /** Number of steps from one computation of the preconditioners' inverse roots to the next. */
  readonly interval: number;
}
