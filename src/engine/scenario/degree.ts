/**
 * Degrees of parallelism whose product numbers the ranks. Expert parallelism uses the ranks of a stage again,
 * in an order of its own.
 */
export type Degree = "tp" | "cp" | "dp" | "pp";
