import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { PeerGroup } from "../../../engine/trainingStep/fabric/peerGroups.ts";
import { counted } from "../../numbers/number.ts";
import type { Label } from "../drawing/pixels.ts";
import { aside, type Band, PAD, WIDTH } from "./band.ts";
import { type Box, type DeviceMark, type Drawing, drawing, together } from "./drawing.ts";
import { inPart, smallMark } from "./inPart.ts";
import { unitOf } from "./machine.ts";

const MOST_ROWS = 8;
const LEFT = 92;
const HEIGHT = 22;

/**
 * Strip with all ranks in order, one row for each index of the parallel degree whose neighbours are farthest
 * apart. In the usual order, that degree is pp, so that a row is a pipeline stage. null where all ranks are
 * in one node.
 */
export function rankMap(cluster: Cluster, groups: readonly PeerGroup[]): Band | null {
  const unit = unitOf(cluster);
  const outer = groups.filter(({ degree, size }) => degree !== "ep" && size > 1).at(-1);
  if (!outer || outer.stride * outer.size <= unit.devices) return null;
  const aligned = outer.stride >= unit.devices;
  const rows = aligned ? outer.size : 1;
  const inRow = aligned
    ? Math.ceil(outer.stride / unit.devices)
    : Math.ceil((outer.stride * outer.size) / unit.devices);
  const drawn = inPart(rows, MOST_ROWS, PAD, PAD + Math.min(rows, MOST_ROWS) * (HEIGHT + 6));
  const parts = drawn.slots.map(({ index, x: y }) =>
    index === null
      ? drawing({ labels: [{ x: LEFT - 10, y, text: `… × ${rows}`, anchor: "right", muted: true }] })
      : row(index, y, { aligned, degree: outer.degree, inRow, devices: unit.devices, name: unit.name }),
  );
  return {
    heading: aligned
      ? `ranks in order: one row per rank of ${outer.degree}, ${counted(inRow, unit.name)} each`
      : `ranks in order, over ${counted(inRow, unit.name)}`,
    drawing: together([...parts, aside(PAD + 30, "device 0 and the devices", "it communicates with")]),
    height: PAD + drawn.slots.length * (HEIGHT + 6) + PAD,
    inside: null,
  };
}

interface RowOf {
  readonly aligned: boolean;
  readonly degree: string;
  readonly inRow: number;
  readonly devices: number;
  readonly name: string;
}

function row(index: number, y: number, { aligned, degree, inRow, devices, name }: RowOf): Drawing {
  const { slots, step } = inPart(inRow, devices <= 8 ? 7 : devices <= 16 ? 4 : 2, LEFT, WIDTH - PAD);
  const boxes: Box[] = [];
  const marks: DeviceMark[] = [];
  const labels: Label[] = [
    { x: LEFT - 10, y, text: aligned ? `${degree} ${index}` : "ranks", anchor: "right" },
  ];
  for (const { index: at, x } of slots) {
    if (at === null) {
      labels.push({ x, y: y - 3, text: "…", anchor: "center" });
      continue;
    }
    const first = (index * inRow + at) * devices;
    const width = Math.min(step - 4, 8 * 14);
    boxes.push({
      x: x - width / 2,
      y: y - HEIGHT / 2,
      width,
      height: HEIGHT,
      hover: `${name} ${first / devices}: devices ${first} to ${first + devices - 1}`,
    });
    const inside = inPart(devices, 24, x - width / 2 + 2, x + width / 2 - 2);
    for (const slot of inside.slots)
      if (slot.index !== null)
        marks.push({ x: slot.x, y, size: smallMark(inside.step), device: first + slot.index });
  }
  return drawing({ boxes, devices: marks, labels });
}
