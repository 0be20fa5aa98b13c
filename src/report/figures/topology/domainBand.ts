import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { counted } from "../../numbers/number.ts";
import { type Band, PAD, WIDTH } from "./band.ts";
import { drawing } from "./drawing.ts";
import { inPart } from "./inPart.ts";
import { meshDomain } from "./meshDomain.ts";
import { pcieDomain } from "./pcieDomain.ts";
import { switchedDomain } from "./switchedDomain.ts";
import { torusDomain } from "./torusDomain.ts";

const KINDS: Readonly<Record<Cluster["scaleUp"]["kind"], (cluster: Cluster) => Band>> = {
  nvswitch: switchedDomain,
  nvlink: meshDomain,
  pcie: pcieDomain,
  torus: torusDomain,
  none: unjoined,
};

/** Strip with the devices of one scale-up domain and their links. */
export const domainBand = (cluster: Cluster): Band => KINDS[cluster.scaleUp.kind](cluster);

/** Strip of devices that only the network between nodes connects. */
function unjoined({ devicesPerNode, device }: Cluster): Band {
  const { slots } = inPart(devicesPerNode, 16, PAD, WIDTH - PAD);
  return {
    heading: `a node: ${counted(devicesPerNode, "device")}, ${device.name}, with no links of their own`,
    drawing: drawing({
      devices: slots.flatMap(({ index, x }) =>
        index === null ? [] : [{ x, y: 26, size: 26, device: index, numbered: true }],
      ),
    }),
    height: 52,
    inside: null,
  };
}
