import type { Field } from "../../../../src/engine/scenario/field.ts";
import { planFields } from "./variants.ts";

/** Which fields vary among candidates: some memos choose their fields by that. */
export interface Flavour {
  readonly name: string;
  readonly varying: ReadonlySet<Field>;
}

export const everything: Flavour = {
  name: "all of a scenario",
  varying: new Set<Field>([...planFields, "model", "cluster"]),
};

export const plans: Flavour = {
  name: "plans of one model on one cluster",
  varying: new Set<Field>(planFields),
};

/** What a search over all plans chooses, and what follows from that. */
export const searched: Flavour = {
  name: "the fields that a search chooses",
  varying: new Set<Field>([
    ...(["tp", "sequenceParallel", "cp", "ep", "pp", "schedule", "vpp", "microBatch", "recompute"] as const),
    ...(["offload", "zero", "rankOrder", "dp", "dpShard", "numMicroBatches", "microBatchGroup"] as const),
  ]),
};
