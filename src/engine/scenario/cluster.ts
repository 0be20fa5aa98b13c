import type { Device } from "./device.ts";
import type { ByPart, Failures, Jitter, Recovery, Spot } from "./failures.ts";
import type { PoolLink, ScaleOut, ScaleUp, Sites } from "./links.ts";
import type { Expenses, Price } from "./money.ts";

export interface Cluster {
  readonly name: string;
  readonly device: Device;
  readonly nodes: number;
  readonly devicesPerNode: number;
  /** Number of devices: nodes * devicesPerNode. */
  readonly devices: number;
  readonly scaleUp: ScaleUp;
  /** Network between scale-up domains; null where one domain, or one device, is the whole cluster. */
  readonly scaleOut: ScaleOut | null;
  /** Sites of the cluster; null where all devices are at one site. */
  readonly sites: Sites | null;
  /**
   * Pools of unlike devices, each a cluster of its own; null where all devices are alike. With pools, `device` is
   * that of the first pool, and `nodes` and `devices` count those of all.
   */
  readonly pools: readonly Cluster[] | null;
  /** Network between pools; null where the slower of their own networks joins them. */
  readonly poolLink: PoolLink | null;
  /** Price of the devices; null where the cluster gives none. */
  readonly price: Price | null;
  readonly expenses: Expenses;
  /** Failures of the cluster's parts; null where they are not modelled. */
  readonly failures: Failures | null;
  /** Recovery time from a failure until training continues. Lost work is counted separately. */
  readonly recovery: Recovery;
  /** Number of spare nodes; null where a replacement is always available. */
  readonly spares: number | null;
  /** Repair time of a failed node, s. */
  readonly repairSeconds: ByPart;
  /**
   * Maintenance windows, in which nothing trains: time from one window to the next and duration of a window, s.
   * null where the cluster has none.
   */
  readonly maintenance: { readonly everySeconds: number; readonly lastsSeconds: number } | null;
  /** Spot capacity, which its owner can reclaim; null where nodes are never reclaimed. */
  readonly spot: Spot | null;
  /** Shared storage bandwidth for checkpoints, B/s over the whole cluster. */
  readonly storageBytesPerSecond: number;
  /**
   * Variation of the time that equal work takes on different devices and in different steps; null where all
   * devices take the estimated time.
   */
  readonly jitter: Jitter | null;
  readonly collectives: CollectiveAlgorithm;
  readonly host: Host;
  /** NVMe drives of a node that training may use; null where it may use none. */
  readonly drives: Drives | null;
  readonly facility: Facility;
}

/** Algorithm of collectives: the fastest of the library's, or one kind wherever it can run. */
export type CollectiveAlgorithm = "fastest" | "ring" | "tree" | "hierarchical" | "in_network";

/** Power, carbon and water of the site around the devices, and the service life of the machines. */
export interface Facility {
  /** Power of a node without its devices, W: processors, memory, fans, NICs. */
  readonly hostWatts: number;
  /** Power of switches and optics for each device, W. */
  readonly networkWatts: number;
  /** Power usage effectiveness: power of the site ÷ power of its machines. */
  readonly pue: number;
  /** CO2e of the site's electricity, g/J; null where unknown, so that the estimate has no CO2e. */
  readonly carbonGramsPerJoule: number | null;
  /** Water use of the site for the energy of its machines, g/J; null where unknown. */
  readonly waterGramsPerJoule: number | null;
  /** CO2e of manufacturing a node without its devices, g; null where it is not counted. */
  readonly hostEmbodiedGrams: number | null;
  /** Service life of the machines, s. */
  readonly lifetimeSeconds: number;
  /** Share of the service life in which the machines have work. */
  readonly usage: number;
}

/** Host of a node: its processors and their memory. */
export interface Host {
  /** Memory of one host, B; null where unknown. Plans are then not checked against it. */
  readonly memoryBytes: number | null;
  readonly memoryBytesPerSecond: number;
  /** Number of devices that share one link to the host's processors. */
  readonly linkDevices: number;
  /** Share of the host's memory bandwidth that the optimizer's update on the host reaches. */
  readonly efficiency: number;
}

export interface Drives {
  readonly count: number;
  /** Capacity of one drive, B. */
  readonly capacityBytes: number;
  /** Read bandwidth of one drive, B/s. */
  readonly readBytesPerSecond: number;
  /** Write bandwidth of one drive, B/s. */
  readonly writeBytesPerSecond: number;
}
