import type { Abilities } from "../../../engine/scenario/abilities.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Features that a training framework supports, such as pipeline schedules, as the engine's data. Null means that the
 * support for a feature is unknown; without a framework all fields are null.
 */
export function toAbilities(read: Reader, tag: RecordValue | null): Abilities {
  const list = <T>(field: string): readonly T[] | null =>
    tag && (read.listed(tag, field) as readonly T[] | null);
  return {
    degrees: list("degrees"),
    sequenceParallelism: tag
      ? read.word<Abilities["sequenceParallelism"]>(tag, "sequence_parallelism")
      : "optional",
    zeroStages: list("zero_stages"),
    shardGroups: list("shard_groups"),
    schedules: list("schedules"),
    recomputes: list("recomputes"),
    offloads: list("offloads"),
    cpTypes: list("cp_types"),
    dispatches: list("dispatches"),
    precisions: list("precisions"),
    scalings: list("fp8_scalings"),
    pools: list("pools"),
    conflicts: list("conflicts") ?? [],
  };
}
