/** Degrees of parallelism that number the ranks; experts number those of a stage anew. */
export type Degree = "tp" | "cp" | "dp" | "pp";
