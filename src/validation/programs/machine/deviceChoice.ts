import type { ScaleUpKind } from "./links.ts";
import type { Torus } from "./torus.ts";

/** A standard-library device, with the standard-library cluster that holds it. */
export interface DeviceChoice {
  readonly std: string;
  /** Device name in the scoreboard's groups. */
  readonly label: string;
  /** Standard-library cluster that holds such devices. */
  readonly cluster: string;
  /**
   * Kind of scale-up links: in that cluster (`clusterScaleUp`), and of the device where a row does not say
   * (`scaleUp`).
   */
  readonly clusterScaleUp: ScaleUpKind;
  readonly scaleUp: ScaleUpKind;
  /** Scale-up bandwidth per device and direction, GB/s. Export variants have less. */
  readonly scaleUpGBs: number;
  /** Devices per node, which share NICs, where a row does not say. */
  readonly perNode: number;
  /** NVLinks per device, for devices sold both with and without switches. */
  readonly links: number | null;
  /** Torus that such chips form. null for devices in nodes. */
  readonly torus: Torus | null;
  /** Rate of one NIC of that cluster, Gb/s. A rate above it, without a number of NICs, is a node's. */
  readonly nicGbps: number;
  /** Devices of a scale-up domain wider than a node: an NVL72 rack. */
  readonly domain: number | null;
}
