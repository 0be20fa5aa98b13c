import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { ByPart, Component, Failures, Recovery } from "../../../engine/scenario/failures.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

type Reliability = Pick<
  Cluster,
  ("failures" | "recovery" | "spares" | "repairSeconds" | "maintenance" | "spot") | "storageBytesPerSecond"
>;

/** Converts a cluster's settings for failures, recovery and maintenance to the engine's data. */
export function toReliability(read: Reader, cluster: RecordValue): Reliability {
  const maintenance = read.record(cluster, "maintenance");
  const spot = read.record(cluster, "capacity");
  return {
    failures: toFailures(read, cluster),
    recovery: toRecovery(read, cluster),
    spares: read.optional(cluster, "spares"),
    repairSeconds: byPart(read, cluster, "repair"),
    maintenance: maintenance && {
      everySeconds: read.number(maintenance, "every"),
      lastsSeconds: read.number(maintenance, "lasts"),
    },
    spot: spot && {
      pricePerDeviceSecond: read.number(spot, "price"),
      mtbfSeconds: read.number(spot, "mtbf"),
      per: read.word<"node" | "cluster">(spot, "per"),
      noticeSeconds: read.number(spot, "notice"),
      waitSeconds: read.number(spot, "wait"),
    },
    storageBytesPerSecond: read.number(cluster, "storage_bandwidth"),
  };
}

function toFailures(read: Reader, cluster: RecordValue): Failures | null {
  const tag = read.record(cluster, "failures");
  if (!tag) return null;
  switch (tag.name) {
    case "fleet":
      return {
        kind: "observed",
        devices: read.number(tag, "devices"),
        periodSeconds: read.number(tag, "period"),
        counts: byComponent(read, tag),
      };
    case "annual":
      return { kind: "annual", rates: byComponent(read, tag) };
    default:
      return { kind: "poisson", mtbfDeviceSeconds: read.number(tag, "mtbf") };
  }
}

function byComponent(read: Reader, tag: RecordValue): Readonly<Record<Component, number>> {
  return {
    gpu: read.number(tag, "gpu"),
    hbm: read.number(tag, "hbm"),
    sdc: read.number(tag, "sdc"),
    host: read.number(tag, "host"),
    nic: read.number(tag, "nic"),
    cable: read.number(tag, "cable"),
    switch: read.number(tag, "switch"),
    software: read.number(tag, "software"),
    other: read.number(tag, "other"),
  };
}

/**
 * Reads a cluster's field with times of failures. Where the field holds `by_part(..)`, each failing component has a
 * time of its own, otherwise one time applies to all failures.
 */
function byPart(read: Reader, record: RecordValue, field: string): ByPart {
  const tag = read.record(record, field);
  if (!tag) return read.optional(record, field) ?? 0;
  return { ...byComponent(read, tag), otherwise: read.number(tag, "otherwise") };
}

function toRecovery(read: Reader, cluster: RecordValue): Recovery {
  const stages = read.record(cluster, "restart");
  return stages
    ? {
        kind: "staged",
        detectionSeconds: byPart(read, stages, "detection"),
        replacementSeconds: byPart(read, stages, "replacement"),
        launchSeconds: byPart(read, stages, "launch"),
        warmUpSeconds: byPart(read, stages, "warm_up"),
      }
    : { kind: "whole", seconds: read.optional(cluster, "restart") ?? 0 };
}
