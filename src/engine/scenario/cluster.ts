import type { Device } from "./device.ts";
import type { ByPart, Failures, Jitter, Recovery, Spot } from "./failures.ts";
import type { ScaleOut, ScaleUp, Sites } from "./links.ts";
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
  /** Price of devices; null where none was given. */
  readonly price: Price | null;
  readonly expenses: Expenses;
  /** Failures of the cluster's parts; null where they are not modelled. */
  readonly failures: Failures | null;
  /** Recovery from a failure to training again, without the lost work. */
  readonly recovery: Recovery;
  /** Spare nodes; null where a replacement is always available. */
  readonly spares: number | null;
  /** Repair time of a failed node, s. */
  readonly repairSeconds: ByPart;
  /** Periodic maintenance windows in which nothing trains; null without any. */
  readonly maintenance: { readonly everySeconds: number; readonly lastsSeconds: number } | null;
  /** Spot capacity, which its owner can reclaim; null without it. */
  readonly spot: Spot | null;
  /** Shared storage bandwidth for checkpoints, B/s over the whole cluster. */
  readonly storageBytesPerSecond: number;
  /** Variation of the time of equal work between devices and steps; null without any. */
  readonly jitter: Jitter | null;
  readonly host: Host;
  /** Drives of a node; null without any for training. */
  readonly drives: Drives | null;
  readonly facility: Facility;
}

/** Surroundings of the devices, and their power, carbon and water. */
export interface Facility {
  /**
   * Power of a node without its devices, W. `networkWatts` is that of switches and optics for each device.
   */
  readonly hostWatts: number;
  readonly networkWatts: number;
  /** Power of the site ÷ power of its machines. */
  readonly pue: number;
  /**
   * CO2e of electricity, g/J; null where unknown, and then left out. `waterGramsPerJoule` is the water for
   * the machines' energy.
   */
  readonly carbonGramsPerJoule: number | null;
  readonly waterGramsPerJoule: number | null;
  /** CO2e of making a node without its devices, g; null where not counted. */
  readonly hostEmbodiedGrams: number | null;
  /** Time in service, s. `usage` is the share of it in which the machines have work. */
  readonly lifetimeSeconds: number;
  readonly usage: number;
}

/** The processors of a node and their memory. */
export interface Host {
  /** Host memory, B; null where unknown, and then not checked. */
  readonly memoryBytes: number | null;
  readonly memoryBytesPerSecond: number;
  /** Devices that share one link to the processors. */
  readonly linkDevices: number;
  /** Achieved share of the host's memory bandwidth in the optimizer's update. */
  readonly efficiency: number;
}

export interface Drives {
  readonly count: number;
  /** Capacity of one drive, B; read and write rates of one drive are in B/s. */
  readonly capacityBytes: number;
  readonly readBytesPerSecond: number;
  readonly writeBytesPerSecond: number;
}
