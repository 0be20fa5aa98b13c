import type { ScaleUpKind } from "./links.ts";
import type { Torus } from "./torus.ts";

/** A standard-library device, with the standard-library cluster that holds it. */
export interface DeviceChoice {
  readonly std: string;
  /** Name of the device in the scoreboard's groups, such as `H100 SXM`. */
  readonly label: string;
  /** Standard-library cluster that holds such devices. */
  readonly cluster: string;
  /** Kind of scale-up links in the standard library's cluster. */
  readonly clusterScaleUp: ScaleUpKind;
  /** Kind of scale-up links of the device, used where a table row does not state it. */
  readonly scaleUp: ScaleUpKind;
  /** Scale-up bandwidth per device and direction, GB/s. Export variants have less. */
  readonly scaleUpGBs: number;
  /**
   * Number of devices per node, used where a table row does not state it. The devices of a node share its NICs.
   */
  readonly perNode: number;
  /**
   * Number of NVLinks per device, for devices sold both with and without NVSwitches. null for other devices.
   */
  readonly links: number | null;
  /** Torus that the chips form, as TPUs do. null for devices that are grouped in nodes. */
  readonly torus: Torus | null;
  /**
   * Rate of one NIC of the standard library's cluster, Gb/s. A stated rate above it, without a number of NICs,
   * counts as the rate of a whole node.
   */
  readonly nicGbps: number;
  /**
   * Number of devices in a scale-up domain wider than a node, such as an NVL72 rack. null where the domain is
   * the node.
   */
  readonly domain: number | null;
}
