import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Privacy, SecureAggregation } from "../../../engine/scenario/sync.ts";
import { BYTES } from "../expressions/formatBytes.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Synchronisation scheme of a plan's replicas, as the engine's data: synchronous, local SGD, federated, gossip or
 * asynchronous.
 */
export function toSync(read: Reader, plan: RecordValue): Plan["sync"] {
  const tag = read.record(plan, "sync");
  switch (tag?.name) {
    case "local_sgd":
      return {
        kind: "local_sgd",
        islands: read.number(tag, "islands"),
        steps: read.number(tag, "steps"),
        exchangeBytes: BYTES.get(read.word(tag, "exchange")) ?? 4,
      };
    case "federated":
      return {
        kind: "federated",
        islands: read.number(tag, "clients"),
        steps: read.number(tag, "steps"),
        exchangeBytes: BYTES.get(read.word(tag, "exchange")) ?? 4,
        participation: read.number(tag, "participation"),
        dropout: read.number(tag, "dropout"),
        serverBytesPerSecond: read.number(tag, "server"),
        clientBytesPerSecond: read.number(tag, "client"),
        latencySeconds: read.number(tag, "latency"),
        privacy: toPrivacy(read, tag),
        secure: toSecure(read, tag),
      };
    case "gossip":
      return {
        kind: "gossip",
        islands: read.optional(tag, "workers") ?? read.number(plan, "dp"),
        neighbours: read.number(tag, "neighbours"),
        steps: read.number(tag, "steps"),
        exchangeBytes: BYTES.get(read.word(tag, "exchange")) ?? 4,
      };
    case "asynchronous":
      return {
        kind: "asynchronous",
        islands: read.number(plan, "dp"),
        servers: read.number(tag, "servers"),
        serverBytesPerSecond: read.number(tag, "bandwidth"),
        bound: read.optional(tag, "bound"),
      };
    default:
      return { kind: "synchronous", islands: 1, backup: tag ? read.number(tag, "backup") : 0 };
  }
}

function toPrivacy(read: Reader, tag: RecordValue): Privacy | null {
  const noise = read.optional(tag, "noise");
  if (noise === null) return null;
  return {
    noise,
    population: read.number(tag, "population"),
    delta: read.number(tag, "delta"),
    rounds: read.optional(tag, "rounds"),
  };
}

function toSecure(read: Reader, tag: RecordValue): SecureAggregation | null {
  const own = read.record(tag, "secure");
  return own && { neighbours: read.optional(own, "neighbours") };
}

/** Compression of the gradients that the plan's replicas exchange; null for none. */
export function toCompression(read: Reader, plan: RecordValue): Plan["compression"] {
  const tag = read.record(plan, "compression");
  if (!tag) return null;
  const of = {
    warmUp: read.number(tag, "warm_up"),
    errorBytes: BYTES.get(read.word(tag, "feedback")) ?? 0,
  };
  switch (tag.name) {
    case "top_k":
      return { ...of, kind: "top_k", share: read.number(tag, "share") };
    case "power_sgd":
      return { ...of, kind: "power_sgd", rank: read.number(tag, "rank") };
    case "one_bit":
      return { ...of, kind: "one_bit", block: read.number(tag, "block") };
    default:
      return {
        ...of,
        kind: "quantised",
        bits: read.number(tag, "bits"),
        block: read.number(tag, "block"),
      };
  }
}
