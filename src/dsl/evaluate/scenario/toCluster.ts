import type { Cluster, Drives } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Jitter } from "../../../engine/scenario/failures.ts";
import type { PcieTree, PoolLink, ScaleOut, ScaleUp, Sites } from "../../../engine/scenario/links.ts";
import { literalMaker } from "../../../units/index.ts";
import { asPool } from "../expressions/pooled.ts";
import type { Context } from "../values/context.ts";
import type { RecordValue } from "../values/value.ts";
import { aloneData } from "./aloneData.ts";
import type { Reader } from "./read.ts";
import { toFacility } from "./toFacility.ts";
import { toMoney } from "./toMoney.ts";
import { toReliability } from "./toReliability.ts";

export function toDevice(read: Reader, device: RecordValue): Device {
  const peak = read.record(device, "peak");
  const rate = (name: string) => (peak ? read.number(peak, name) : 0);
  const architecture = read.word<string>(device, "architecture");
  return {
    name: device.name,
    architecture: architecture === "none" ? null : architecture,
    memoryBytes: read.number(device, "memory"),
    usableBytes: read.number(device, "usable_memory"),
    memoryBytesPerSecond: read.number(device, "memory_bandwidth"),
    peak: {
      fp32: rate("fp32"),
      tf32: rate("tf32"),
      bf16: rate("bf16"),
      fp16: rate("fp16"),
      fp8: rate("fp8"),
      fp4: rate("fp4"),
    },
    sms: read.number(device, "sms"),
    l1Bytes: read.optional(device, "l1_cache"),
    l2Bytes: read.optional(device, "l2_cache"),
    l3Bytes: read.optional(device, "l3_cache"),
    powerWatts: read.number(device, "power"),
    powerLimitWatts: read.number(device, "power_limit"),
    idleWatts: read.number(device, "idle_power"),
    streamingWatts: read.number(device, "streaming_power"),
    communicationWatts: read.number(device, "communication_power"),
    embodiedGrams: read.optional(device, "embodied_carbon"),
    gemmEfficiency: read.number(device, "gemm_efficiency"),
    fp4Efficiency: read.number(device, "fp4_efficiency"),
    flashEfficiency: read.number(device, "flash_efficiency"),
    flashVersion: read.number(device, "flash_version"),
    flashBlock: read.number(device, "flash_block"),
    softmaxWidth: read.number(device, "softmax_width"),
    fp8Transposes: read.truth(device, "fp8_transposes"),
    sparseSpeedup: read.number(device, "sparse_speedup"),
    sustained: read.number(device, "sustained"),
    memoryEfficiency: read.number(device, "memory_efficiency"),
    contention: read.number(device, "contention"),
    sendContention: read.number(device, "send_contention"),
    launchSeconds: read.number(device, "launch"),
    hostBytesPerSecond: read.number(device, "host_link"),
    reservedBytes: read.number(device, "reserved"),
  };
}

const deviceAlone = aloneData<Device>(new WeakMap(), toDevice);

type ReadPart = (read: Reader, cluster: RecordValue) => Omit<Partial<Cluster>, "device">;

/**
 * Functions that convert parts of a cluster (network, price, failures, host) to the engine's data. The device is
 * converted separately. Each function reads one part, so that a table reads again only the parts that a row changes.
 */
export const clusterParts: readonly ReadPart[] = [
  (_, { name }) => ({ name }),
  (read, cluster) => ({
    nodes: read.number(cluster, "nodes"),
    devicesPerNode: read.number(cluster, "devices_per_node"),
    devices: read.number(cluster, "devices"),
  }),
  (read, cluster) => ({ scaleUp: toScaleUp(read, cluster) }),
  (read, cluster) => ({ scaleOut: toScaleOut(read, cluster, read.number(cluster, "devices_per_node")) }),
  (read, cluster) => ({ sites: toSites(read, cluster) }),
  (read, cluster) => ({ pools: toPools(read, cluster), poolLink: toPoolLink(read, cluster) }),
  toMoney,
  toReliability,
  (read, cluster) => ({ jitter: toJitter(read, cluster) }),
  (read, cluster) => ({ collectives: read.word<Cluster["collectives"]>(cluster, "collectives") }),
  (read, cluster) => ({
    host: {
      memoryBytes: read.optional(cluster, "host_memory"),
      memoryBytesPerSecond: read.number(cluster, "host_memory_bandwidth"),
      linkDevices: read.number(cluster, "host_link_devices"),
      efficiency: read.number(cluster, "host_efficiency"),
    },
    drives: toDrives(read, cluster),
  }),
  (read, cluster) => ({ facility: toFacility(read, cluster) }),
];

/** Assembles the engine's cluster from its device and its other parts. */
export function clusterWith(device: Device, parts: readonly object[]): Cluster {
  makeCluster ??= literalMaker([
    ["device", [0]],
    ...parts.flatMap((part, i) => Object.keys(part).map((name) => [name, [i + 1, name]] as const)),
  ]);
  return makeCluster([device, ...parts]);
}

/**
 * Function that builds a cluster object from the data of its parts; null before the first cluster. All clusters share
 * it, because their parts have the same fields in the same order.
 */
let makeCluster: ((values: readonly unknown[]) => Cluster) | null = null;

/**
 * Converts a cluster definition to the engine's data. Null where the definition has no valid device; `read` then has
 * recorded the error.
 */
export function toCluster(context: Context, read: Reader, cluster: RecordValue): Cluster | null {
  const device = read.record(cluster, "device");
  const parts = clusterParts.map((part) => part(read, cluster));
  return device && clusterWith(deviceAlone(context, device) ?? toDevice(read, device), parts);
}

/** Pools of a cluster, each as a cluster of its own; null where all devices are alike. */
function toPools(read: Reader, cluster: RecordValue): readonly Cluster[] | null {
  const pools = read.records(cluster, "pools").flatMap((one): readonly Cluster[] => {
    const record = one.type.what === "tagged" ? asPool(read.context, cluster, one) : one;
    if (record.kind === "poison") {
      read.fail(record);
      return [];
    }
    const made = toCluster(read.context, read, record);
    return made === null ? [] : (made.pools ?? [made]);
  });
  return pools.length > 0 ? pools : null;
}

function toPoolLink(read: Reader, cluster: RecordValue): PoolLink | null {
  const tag = read.record(cluster, "pool_link");
  return (
    tag && {
      bytesPerSecond: read.number(tag, "bandwidth"),
      latencySeconds: read.optional(tag, "latency"),
    }
  );
}

function toScaleUp(read: Reader, cluster: RecordValue): ScaleUp {
  const tag = read.record(cluster, "scale_up");
  if (!tag) {
    return {
      kind: "none",
      domain: 1,
      bytesPerSecond: 0,
      latencySeconds: 0,
      baseLatencySeconds: 0,
      sharp: false,
      sharpEfficiency: 1,
      mesh: null,
      boards: 1,
      slotBytesPerSecond: 0,
      pcie: null,
      shape: [],
      closed: [],
      twisted: false,
      efficiency: 1,
    };
  }
  return {
    kind: tag.name as ScaleUp["kind"],
    domain: read.number(tag, "domain"),
    bytesPerSecond: read.number(tag, "bandwidth"),
    latencySeconds: read.number(tag, "latency"),
    baseLatencySeconds: read.number(tag, "base_latency"),
    sharp: tag.type.fields.has("sharp") && read.truth(tag, "sharp"),
    sharpEfficiency: tag.type.fields.has("sharp_efficiency") ? read.number(tag, "sharp_efficiency") : 1,
    mesh: tag.type.fields.has("mesh") ? read.word<NonNullable<ScaleUp["mesh"]>>(tag, "mesh") : null,
    boards: tag.type.fields.has("boards") ? read.number(tag, "boards") : 1,
    slotBytesPerSecond: tag.type.fields.has("slot") ? read.number(tag, "slot") : 0,
    pcie: tag.name === "pcie" ? toPcieTree(read, tag) : null,
    shape: tag.type.fields.has("shape") ? read.numbers(tag, "shape") : [],
    closed: tag.type.fields.has("wrap") ? closedDimensions(read, tag) : [],
    twisted: tag.type.fields.has("twisted") && read.truth(tag, "twisted"),
    efficiency: read.number(tag, "efficiency"),
  };
}

function toPcieTree(read: Reader, tag: RecordValue): PcieTree {
  return {
    switchDevices: read.number(tag, "switch"),
    uplinkBytesPerSecond: read.number(tag, "uplink"),
    sockets: read.number(tag, "sockets"),
    socketLinkBytesPerSecond: read.number(tag, "socket_link"),
    bridgeBytesPerSecond: read.optional(tag, "bridge") ?? 0,
    peerAccess: read.truth(tag, "peer_access"),
  };
}

/**
 * Array with one entry per dimension of a torus: true where the dimension has wraparound links. Optical switches join
 * whole cubes, so with them either all dimensions wrap around or none does.
 */
function closedDimensions(read: Reader, tag: RecordValue): readonly boolean[] {
  const wrap = read.number(tag, "wrap");
  const fits = read.numbers(tag, "shape").map((length) => length % wrap === 0);
  return read.truth(tag, "optical") ? fits.map(() => fits.every(Boolean)) : fits;
}

function toScaleOut(read: Reader, cluster: RecordValue, devicesPerNode: number): ScaleOut | null {
  const tag = read.record(cluster, "scale_out");
  if (!tag) return null;
  const has = (name: string) => tag.type.fields.has(name);
  const perChip = tag.name === "dcn";
  const nicsPerNode = perChip ? devicesPerNode : read.number(tag, "nics_per_node");
  const railOptimised = has("rail_optimised") && read.truth(tag, "rail_optimised");
  const ports = has("leaf_ports") ? read.optional(tag, "leaf_ports") : null;
  const pod = has("group") ? read.number(tag, "group") : has("pod") ? read.optional(tag, "pod") : null;
  return {
    kind: tag.name as ScaleOut["kind"],
    nicBytesPerSecond: read.number(tag, perChip ? "per_chip" : "nic"),
    nicsPerNode,
    latencySeconds: read.number(tag, "latency"),
    baseLatencySeconds: read.number(tag, "base_latency"),
    leafPorts: ports,
    // In a rail-optimised network a leaf switch connects one NIC per node, in any other network all NICs of a node.
    leafDevices:
      ports && Math.max(1, Math.floor(railOptimised ? ports : ports / nicsPerNode)) * devicesPerNode,
    oversubscription: has("oversubscription") ? read.number(tag, "oversubscription") : 1,
    podDevices: pod && pod * devicesPerNode,
    podOversubscription: has("taper")
      ? 1 / read.number(tag, "taper")
      : has("pod_oversubscription")
        ? read.number(tag, "pod_oversubscription")
        : 1,
    railOptimised,
    efficiency: read.number(tag, "efficiency"),
  };
}

function toDrives(read: Reader, cluster: RecordValue): Drives | null {
  const tag = read.record(cluster, "nvme");
  return (
    tag && {
      count: read.number(tag, "count"),
      capacityBytes: read.number(tag, "capacity"),
      readBytesPerSecond: read.number(tag, "read"),
      writeBytesPerSecond: read.number(tag, "write"),
    }
  );
}

function toSites(read: Reader, cluster: RecordValue): Sites | null {
  const tag = read.record(cluster, "sites");
  if (!tag) return null;
  return {
    count: read.number(tag, "count"),
    bytesPerSecond: read.number(tag, "bandwidth"),
    latencySeconds: read.number(tag, "latency"),
  };
}

function toJitter(read: Reader, cluster: RecordValue): Jitter | null {
  const tag = read.record(cluster, "jitter");
  if (!tag) return null;
  switch (tag.name) {
    case "slow_devices":
      return {
        kind: "slow_devices",
        share: read.number(tag, "share"),
        slowdown: read.number(tag, "slowdown"),
      };
    case "observed":
      return { kind: "observed", times: read.numbers(tag, "times"), counts: read.numbers(tag, "counts") };
    default:
      return { kind: tag.name as "normal" | "lognormal", sigma: read.number(tag, "sigma") };
  }
}
