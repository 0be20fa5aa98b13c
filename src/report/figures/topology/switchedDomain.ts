import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { counted } from "../../numbers/number.ts";
import { aside, type Band, hub, leftOut, PAD, WIDTH } from "./band.ts";
import { type Box, bottomOf, type DeviceMark, drawing, type Link, together } from "./drawing.ts";
import { inPart } from "./inPart.ts";
import { bytesRate } from "./machine.ts";

const TOP = 78;
const MOST_TRAYS = 18;
const MOST_IN_TRAY = 16;

/**
 * Strip with devices below switches that connect all to all. Where a scale-up domain spans several nodes,
 * each node has a frame.
 */
export function switchedDomain({ scaleUp, devicesPerNode, device }: Cluster): Band {
  const { domain, sharp, bytesPerSecond } = scaleUp;
  const inNode = Math.min(domain, devicesPerNode);
  const nodes = Math.max(1, Math.round(domain / inNode));
  const above = hub(PAD, `NVSwitch${sharp ? ", reducing in the network (SHARP)" : ""}`);
  const stacked = nodes > 1;
  const columns = stacked
    ? inPart(nodes, MOST_TRAYS, PAD, WIDTH - PAD)
    : inPart(inNode, MOST_IN_TRAY, PAD, WIDTH - PAD);
  const rows = stacked ? Math.min(inNode, MOST_IN_TRAY) : 1;
  const size = Math.min(26, columns.step - 6);
  const pitch = size + 5;
  const boxes: Box[] = [above];
  const devices: DeviceMark[] = [];
  const links: Link[] = [];
  const gaps: ReturnType<typeof leftOut>[] = [];
  for (const { index, x } of columns.slots) {
    if (index === null) {
      gaps.push(leftOut({ x, y: TOP }, stacked ? nodes : inNode, stacked ? "nodes" : "devices"));
      continue;
    }
    if (stacked)
      boxes.push({
        x: x - columns.step / 2 + 1,
        y: TOP - pitch / 2 - 2,
        width: columns.step - 2,
        height: rows * pitch + 4,
      });
    for (let row = 0; row < rows; row++)
      devices.push({
        ...{ x, y: TOP + row * pitch, size, numbered: columns.step >= 22 },
        device: stacked ? index * inNode + row : index,
      });
    links.push({
      kind: "up",
      from: { x, y: bottomOf(above).y },
      to: { x, y: TOP - pitch / 2 - (stacked ? 2 : -2) },
      wide: true,
    });
  }
  const heading = stacked
    ? `a scale-up domain: ${counted(domain, "device")} in ${counted(nodes, "node")}, all on the same switches`
    : `${inNode === devicesPerNode ? "a node" : "a scale-up domain"}: ${inNode} × ${device.name}`;
  return {
    heading,
    drawing: together([
      drawing({ boxes, devices, links }),
      ...gaps,
      aside(bottomOf(above).y + 18, `${bytesRate(bytesPerSecond)} per device`, "in each direction"),
    ]),
    height: TOP + (rows - 0.5) * pitch + PAD,
    inside: null,
  };
}
