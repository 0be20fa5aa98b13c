import type { Poison } from "../../dsl/evaluate/index.ts";
import type { Block } from "../../report/index.ts";

/** What `explain` prints of something; none where there is nothing to take apart. */
export type Explained = readonly Block[] | Poison;
