import type { Checkpoint } from "../../../engine/scenario/checkpoint.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Functions that convert a plan's fields for checkpoints, elasticity and simulated runs to the engine's data. The key
 * is the engine's name of the field.
 */
export const resilienceFields = {
  checkpoint: toCheckpoint,
  elastic(read: Reader, plan: RecordValue): Plan["elastic"] {
    const tag = read.record(plan, "elastic");
    return tag && { batch: read.word<"kept" | "smaller">(tag, "batch") };
  },
  simulate(read: Reader, plan: RecordValue): Plan["simulate"] {
    const tag = read.record(plan, "simulate");
    return { runs: tag ? read.number(tag, "runs") : 1, seed: tag ? read.number(tag, "seed") : 1 };
  },
};

function toCheckpoint(read: Reader, plan: RecordValue): Checkpoint | null {
  const tag = read.record(plan, "checkpoint");
  if (!tag) return null;
  const interval =
    read.optional(tag, "interval") ?? read.word<"young" | "young_daly" | "optimal">(tag, "interval");
  if (tag.name === "in_memory")
    return {
      to: "memory",
      interval,
      async: true,
      writers: "all",
      changed: 1,
      fullEvery: 1,
      replicas: read.number(tag, "replicas"),
      stallSeconds: read.number(tag, "stall"),
      storageShare: 1,
      persistSeconds: read.number(tag, "persist"),
      kept: read.number(tag, "kept"),
    };
  return {
    to: read.word<"storage" | "local">(tag, "to"),
    interval,
    async: read.word(tag, "overlap") === "async",
    writers: read.word<"all" | "first">(tag, "writers"),
    changed: read.number(tag, "changed"),
    fullEvery: read.number(tag, "full_every"),
    replicas: 1,
    stallSeconds: read.number(tag, "stall"),
    storageShare: read.number(tag, "storage_share"),
    persistSeconds: 0,
    kept: read.number(tag, "kept"),
  };
}
