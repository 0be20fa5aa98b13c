import type { Poison } from "../../dsl/evaluate/index.ts";
import type { Block } from "../../report/index.ts";

/** Blocks that `explain` prints for a value; empty where the value has no parts. */
export type Explained = readonly Block[] | Poison;
