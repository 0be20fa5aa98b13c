import type { Placement, Rl } from "../../../engine/scenario/rl.ts";
import { BYTES } from "../expressions/formatBytes.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/** RL post-training of a plan as the engine's data; null for a plan that trains on data. */
export function toRl(read: Reader, plan: RecordValue): Rl | null {
  const tag = read.record(plan, "rl");
  if (!tag) return null;
  const response = read.record(tag, "response");
  const rollout = read.record(tag, "rollout");
  if (!response || !rollout) return null;
  return {
    prompts: read.number(tag, "prompts"),
    samples: read.number(tag, "samples"),
    promptTokens: read.number(tag, "prompt"),
    response: {
      mean: read.number(response, "mean"),
      variation: read.number(response, "variation"),
      max: read.number(response, "max"),
    },
    rollout: {
      tp: read.optional(rollout, "tp") ?? read.number(plan, "tp"),
      pp: read.number(rollout, "pp"),
      memory: read.number(rollout, "memory"),
      sequences: read.number(rollout, "sequences"),
      weightBytes: BYTES.get(read.word(rollout, "weights")) || null,
      kvBytes: BYTES.get(read.word(rollout, "kv")) || null,
      stepSeconds: read.number(rollout, "step_overhead"),
      sequenceSeconds: read.number(rollout, "sequence_overhead"),
      efficiency: read.number(rollout, "efficiency"),
    },
    passes: read.number(tag, "passes"),
    critic: read.truth(tag, "critic"),
    rewardSeconds: read.number(tag, "reward"),
    placement: toPlacement(read, tag),
    syncBytesPerSecond: read.optional(tag, "sync"),
    overheadSeconds: read.number(tag, "overhead"),
    iterations: read.optional(tag, "iterations"),
  };
}

function toPlacement(read: Reader, rl: RecordValue): Placement {
  const tag = read.record(rl, "placement");
  if (!tag) return { kind: "colocated" };
  const nodes = read.number(tag, "nodes");
  return tag.name === "separate"
    ? { kind: "separate", nodes }
    : {
        kind: "asynchronous",
        nodes,
        staleness: read.number(tag, "staleness"),
        partial: read.truth(tag, "partial"),
      };
}
