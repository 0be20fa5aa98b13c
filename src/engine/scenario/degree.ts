/** Degrees of parallelism that number the ranks. Experts number the ranks of a stage anew. */
export type Degree = "tp" | "cp" | "dp" | "pp";
