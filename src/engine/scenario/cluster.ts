import type { Device } from "./device.ts";
import type { ByPart, Failures, Jitter, Recovery, Spot } from "./failures.ts";
import type { ScaleOut, ScaleUp, Sites } from "./links.ts";
import type { Expenses, Price } from "./money.ts";

export interface Cluster {
  readonly name: string;
  readonly device: Device;
  readonly nodes: number;
  readonly devicesPerNode: number;
  /** nodes * devicesPerNode */
  readonly devices: number;
  readonly scaleUp: ScaleUp;
  /** null: one scale-up domain, or one device, is the whole cluster */
  readonly scaleOut: ScaleOut | null;
  /** null: all devices stand at one place */
  readonly sites: Sites | null;
  /** What devices cost; null when no price was given */
  readonly price: Price | null;
  readonly expenses: Expenses;
  /** How its parts fail; null: failures not modelled */
  readonly failures: Failures | null;
  /** From a failure to training again, without the lost work. */
  readonly recovery: Recovery;
  /** Nodes that stand ready beside those that train; null: one is always at hand. */
  readonly spares: number | null;
  /** Time until a node that failed is back, s. */
  readonly repairSeconds: ByPart;
  /** Windows in which nothing trains, one every so often; null: none. */
  readonly maintenance: { readonly everySeconds: number; readonly lastsSeconds: number } | null;
  /** Capacity that its owner takes back; null: nobody does. */
  readonly spot: Spot | null;
  /** Shared storage bandwidth for checkpoints, B/s over the whole cluster. */
  readonly storageBytesPerSecond: number;
  /** How the time of the same work differs from device to device and step to step; null: not at all. */
  readonly jitter: Jitter | null;
  readonly host: Host;
  /** Drives of a node; null: none that training may use. */
  readonly drives: Drives | null;
  readonly facility: Facility;
}

/** What stands around the devices, and what it draws. */
export interface Facility {
  /** Of a node beside its devices; of switches and optics for each device. */
  readonly hostWatts: number;
  readonly networkWatts: number;
  /** What the site draws over what its machines draw. */
  readonly pue: number;
  /** CO2e of electricity, and water for the machines' energy, g/J; null: not known, and left out. */
  readonly carbonGramsPerJoule: number | null;
  readonly waterGramsPerJoule: number | null;
  /** CO2e of making a node beside its devices, g; null: not counted. */
  readonly hostEmbodiedGrams: number | null;
  /** Time in service, s, and the share of it with work to do. */
  readonly lifetimeSeconds: number;
  readonly usage: number;
}

/** The processors of a node and their memory. */
export interface Host {
  /** null: not known, and what is put there is not checked. */
  readonly memoryBytes: number | null;
  readonly memoryBytesPerSecond: number;
  /** Devices behind one link to the processors, which share it. */
  readonly linkDevices: number;
  /** Share of that which the optimizer's update reaches. */
  readonly efficiency: number;
}

export interface Drives {
  readonly count: number;
  /** Of one drive, B and B/s. */
  readonly capacityBytes: number;
  readonly readBytesPerSecond: number;
  readonly writeBytesPerSecond: number;
}
