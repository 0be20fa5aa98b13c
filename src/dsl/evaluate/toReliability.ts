import type { Cluster, Component, Failures, Recovery } from "../../engine/scenario.ts";
import type { Reader } from "./read.ts";
import type { RecordValue } from "./value.ts";

type Reliability = Pick<
  Cluster,
  ("failures" | "recovery" | "spares" | "repairSeconds" | "maintenance" | "spot") | "storageBytesPerSecond"
>;

/** How a cluster fails, and what it takes to go on. */
export function toReliability(read: Reader, cluster: RecordValue): Reliability {
  const maintenance = read.record(cluster, "maintenance");
  const spot = read.record(cluster, "capacity");
  return {
    failures: toFailures(read, cluster),
    recovery: toRecovery(read, cluster),
    spares: read.optional(cluster, "spares"),
    repairSeconds: read.number(cluster, "repair"),
    maintenance: maintenance && {
      everySeconds: read.number(maintenance, "every"),
      lastsSeconds: read.number(maintenance, "lasts"),
    },
    spot: spot && {
      pricePerDeviceSecond: read.number(spot, "price"),
      mtbfSeconds: read.number(spot, "mtbf"),
      noticeSeconds: read.number(spot, "notice"),
      waitSeconds: read.number(spot, "wait"),
    },
    storageBytesPerSecond: read.number(cluster, "storage_bandwidth"),
  };
}

function toFailures(read: Reader, cluster: RecordValue): Failures | null {
  const tag = read.record(cluster, "failures");
  if (!tag) return null;
  const byComponent = (): Readonly<Record<Component, number>> => ({
    gpu: read.number(tag, "gpu"),
    hbm: read.number(tag, "hbm"),
    sdc: read.number(tag, "sdc"),
    host: read.number(tag, "host"),
    nic: read.number(tag, "nic"),
    cable: read.number(tag, "cable"),
    switch: read.number(tag, "switch"),
    software: read.number(tag, "software"),
    other: read.number(tag, "other"),
  });
  switch (tag.name) {
    case "fleet":
      return {
        kind: "observed",
        devices: read.number(tag, "devices"),
        periodSeconds: read.number(tag, "period"),
        counts: byComponent(),
      };
    case "annual":
      return { kind: "annual", rates: byComponent() };
    default:
      return { kind: "poisson", mtbfDeviceSeconds: read.number(tag, "mtbf") };
  }
}

function toRecovery(read: Reader, cluster: RecordValue): Recovery {
  const stages = read.record(cluster, "restart");
  return stages
    ? {
        kind: "staged",
        detectionSeconds: read.number(stages, "detection"),
        replacementSeconds: read.number(stages, "replacement"),
        launchSeconds: read.number(stages, "launch"),
        warmUpSeconds: read.number(stages, "warm_up"),
      }
    : { kind: "whole", seconds: read.optional(cluster, "restart") ?? 0 };
}
