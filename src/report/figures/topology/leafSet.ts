import { counted, plain } from "../../numbers/number.ts";
import { leftOut } from "./band.ts";
import {
  type Box,
  bottomOf,
  type DeviceMark,
  type Drawing,
  drawing,
  type Link,
  together,
} from "./drawing.ts";
import type { Fabric } from "./fabric.ts";
import { inPart, smallMark } from "./inPart.ts";
import type { Unit } from "./machine.ts";

/** Top and height of leaf switches in their strip, px. */
export const LEAF = { y: 68, height: 20 } as const;
/** Top, height and largest width of a node's box in its strip, px. */
export const UNIT = { y: 150, height: 46, width: 118 } as const;

/**
 * Drawing of the leaf switches of one set with a few of their nodes, between two x coordinates. Each NIC
 * links to its leaf switch.
 */
export function leafSet(fabric: Fabric, set: number, from: number, to: number, spineBottom: number): Drawing {
  const { unit, units, unitsOfSet, sets } = fabric;
  const leaves = leavesOf(fabric, set, from, to);
  const first = set * unitsOfSet;
  const { slots, step } = inPart(Math.min(unitsOfSet, units - first), sets > 1 ? 3 : 4, from, to);
  const below = slots.map(({ index, x }) => {
    if (index === null) return leftOut({ x, y: UNIT.y + 14 }, unitsOfSet, `${unit.name}s`);
    const width = Math.min(UNIT.width, step - 8);
    const name = `${unit.name} ${plain(first + index)}`;
    const box: Box = {
      ...{ x: x - width / 2, y: UNIT.y, width, height: UNIT.height },
      hover: `${name}: ${counted(unit.devices, "device")}, ${counted(unit.nics, "NIC")}`,
    };
    const label = { x, y: UNIT.y + UNIT.height - 11, text: name, anchor: "center" } as const;
    return together([
      drawing({ boxes: [box], labels: [label] }),
      dots(unit, first + index, box),
      nicLinks(box, leaves, fabric.drawnNics),
    ]);
  });
  const up = fabric.spined ? leaves.flatMap((leaf) => upLinks(leaf, spineBottom)) : [];
  return together([drawing({ boxes: leaves, links: up }), ...below]);
}

function leavesOf({ rails, sets, spined }: Fabric, set: number, from: number, to: number): readonly Box[] {
  const width = (to - from) / rails;
  const gap = rails > 1 ? 2 : 0;
  const alone = spined ? (sets > 1 ? `leaf ${set}` : "leaf switches") : "switches";
  return Array.from({ length: rails }, (_, at) => ({
    ...{ x: from + at * width + gap, y: LEAF.y, width: width - 2 * gap, height: LEAF.height, solid: true },
    text: rails === 1 ? alone : width < 50 ? `${at}` : `rail ${at}`,
  }));
}

/**
 * Links from a box of leaf switches up to the spine: one for a narrow box (a leaf), several for a wide one,
 * which stands for many leaves.
 */
function upLinks({ x, y, width }: Box, spineBottom: number): readonly Link[] {
  const count = Math.max(1, Math.round(width / 120));
  return Array.from({ length: count }, (_, at): Link => {
    const middle = x + ((at + 0.5) * width) / count;
    return { kind: "out", from: { x: middle, y: spineBottom }, to: { x: middle, y } };
  });
}

/** Drawing of a node's devices as a row of small marks. The middle ones are omitted where there are many. */
function dots(unit: Unit, index: number, box: Box): Drawing {
  const { slots, step } = inPart(unit.devices, unit.devices <= 16 ? 16 : 8, box.x + 5, box.x + box.width - 5);
  const y = box.y + 15;
  const devices = slots.flatMap(({ index: own, x }): readonly DeviceMark[] =>
    own === null ? [] : [{ x, y, size: smallMark(step), device: index * unit.devices + own }],
  );
  const gap = slots.find((slot) => slot.index === null);
  return drawing({ devices, labels: gap ? [{ x: gap.x, y: y - 1, text: "…", anchor: "center" }] : [] });
}

function nicLinks(box: Box, leaves: readonly Box[], drawnNics: number): Drawing {
  const links = Array.from({ length: drawnNics }, (_, at): Link => {
    const from = { x: box.x + ((at + 0.5) * box.width) / drawnNics, y: box.y };
    const leaf = leaves[at % leaves.length] ?? box;
    return { kind: "out", from, to: leaves.length > 1 ? bottomOf(leaf) : { ...from, y: bottomOf(leaf).y } };
  });
  return drawing({ links });
}
