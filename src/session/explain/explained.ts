import type { Poison } from "../../dsl/evaluate/index.ts";
import type { Block } from "../../report/index.ts";

/** Explanation that `explain` prints for a value, as blocks of a document. Empty for a value without parts. */
export type Explained = readonly Block[] | Poison;
