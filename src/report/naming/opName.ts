import type { CollectiveEstimate } from "../../engine/estimate/estimate.ts";

/** Name of a collective as texts write it: `reduce_scatter` is reduce-scatter. */
export const opName = (op: CollectiveEstimate["op"]): string => op.replaceAll("_", "-");
