import type { ScaleUpKind } from "./links.ts";
import type { Torus } from "./torus.ts";

/** A device of the standard library, and the machine of the standard library that holds it. */
export interface DeviceChoice {
  readonly std: string;
  /** What people read in the scoreboard's groups. */
  readonly label: string;
  /** The cluster of the standard library that holds such devices, and its links. */
  readonly cluster: string;
  /** What joins the devices of that cluster, and those of the part where a row is silent. */
  readonly clusterScaleUp: ScaleUpKind;
  readonly scaleUp: ScaleUpKind;
  /** Per device and direction, GB/s: of the part that the row names, where it is cut down. */
  readonly scaleUpGBs: number;
  /** Devices that share a board and its network cards, where a row is silent. */
  readonly perNode: number;
  /** NVLinks of a device, where boards with and without switches are sold. */
  readonly links: number | null;
  /** The torus that chips of its kind stand on; null for devices in nodes. */
  readonly torus: Torus | null;
  /** One network card of that cluster, Gb/s: what a rate without a number of cards cannot be above. */
  readonly nicGbps: number;
  /** Devices in one scale-up domain where it is wider than a node: an NVL72 rack. */
  readonly domain: number | null;
}
