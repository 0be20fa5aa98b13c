import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { PcieTree } from "../../../engine/scenario/links.ts";
import { aside, type Band, PAD, WIDTH } from "./band.ts";
import {
  type Box,
  bottomOf,
  type DeviceMark,
  type Drawing,
  drawing,
  type Link,
  together,
  topOf,
} from "./drawing.ts";
import { inPart, type Row } from "./inPart.ts";
import { bytesRate } from "./machine.ts";

const SIZE = 26;
const GAP = 40;
const SWITCH = 20;
const PROCESSOR = 28;

/**
 * Strip with devices in PCIe slots, which are on switches or on the CPUs themselves, and the shared links
 * above them.
 */
export function pcieDomain({ scaleUp, device, devicesPerNode }: Cluster): Band {
  const { domain, bytesPerSecond } = scaleUp;
  const tree = scaleUp.pcie as PcieTree;
  const slots = inPart(domain, 16, PAD, WIDTH - PAD);
  const switched = tree.switchDevices > 1;
  const switchY = PAD + PROCESSOR + GAP;
  const y = switched ? switchY + SWITCH + GAP + SIZE / 2 : switchY + SIZE / 2;
  const devices = slots.slots.flatMap(({ index, x }): readonly DeviceMark[] =>
    index === null ? [] : [{ x, y, size: SIZE, device: index, numbered: true }],
  );
  const processors = blocksOver(slots, Math.ceil(domain / tree.sockets), (at) => ({
    y: PAD,
    height: PROCESSOR,
    text: `processor ${at}`,
  }));
  const switches = switched
    ? blocksOver(slots, tree.switchDevices, () => ({
        y: switchY,
        height: SWITCH,
        text: "PCIe switch",
        solid: true,
      }))
    : [];
  const parents = switched ? switches : processors;
  const links = [
    ...devices.map((one) => link(parents, one.x, y - SIZE / 2)),
    ...switches.map((one) => ({ ...link(processors, topOf(one).x, one.y), wide: true })),
    ...between(processors),
  ];
  const bridges = tree.bridgeBytesPerSecond > 0 ? bridged(devices) : [];
  const rates: readonly Drawing[] = [
    aside(y - SIZE / 2 - GAP / 2, `${bytesRate(bytesPerSecond)} per slot`),
    ...(switched
      ? [aside(switchY - GAP / 2, `${bytesRate(tree.uplinkBytesPerSecond)} out of a switch`)]
      : []),
    ...(tree.sockets > 1
      ? [aside(PAD + PROCESSOR / 2, `${bytesRate(tree.socketLinkBytesPerSecond)} between`, "processors")]
      : []),
    ...(bridges.length > 0 ? [aside(y, `${bytesRate(tree.bridgeBytesPerSecond)} per bridge`)] : []),
    ...(tree.peerAccess ? [] : [aside(y, "all through the", "host's memory")]),
  ];
  return {
    heading: `${domain === devicesPerNode ? "a node" : "a scale-up domain"}: ${domain} × ${device.name} in PCIe slots${bridges.length > 0 ? ", pairs bridged" : ""}`,
    drawing: together([
      drawing({ boxes: [...processors, ...switches], devices, links: [...links, ...bridges] }),
      ...rates,
    ]),
    height: y + SIZE / 2 + (bridges.length > 0 ? 10 : 0) + PAD,
    inside: null,
  };
}

/** Boxes above a row of devices, each over `devices` neighbours. */
function blocksOver(
  { slots, step }: Row,
  devices: number,
  look: (at: number) => Pick<Box, "y" | "height" | "text" | "solid">,
): readonly Box[] {
  const groups = new Map<number, number[]>();
  for (const { index, x } of slots) {
    if (index === null) continue;
    const at = Math.floor(index / devices);
    groups.set(at, [...(groups.get(at) ?? []), x]);
  }
  return [...groups].map(([at, xs]) => {
    const x = Math.min(...xs) - step / 2 + 4;
    return { x, width: Math.max(...xs) + step / 2 - 4 - x, ...look(at) };
  });
}

/** Line from a place straight up to the box above it in the drawing. */
function link(above: readonly Box[], x: number, y: number): Link {
  const box = above.find((one) => one.x <= x && x <= one.x + one.width);
  return { kind: "up", from: { x, y: box ? bottomOf(box).y : y }, to: { x, y } };
}

const between = (processors: readonly Box[]): readonly Link[] =>
  processors.slice(1).map((other, at): Link => {
    const one = processors[at] ?? other;
    const y = PAD + PROCESSOR / 2;
    return { kind: "out", from: { x: one.x + one.width, y }, to: { x: other.x, y }, wide: true };
  });

/** Bridge links (NVLink) drawn below pairs of neighbouring devices. */
function bridged(devices: readonly DeviceMark[]): readonly Link[] {
  return devices.flatMap((one, at): readonly Link[] => {
    const other = devices[at + 1];
    if (at % 2 === 1 || !other) return [];
    const y = one.y + SIZE / 2 + 7;
    const foot = (x: number) => ({ x, y: one.y + SIZE / 2 });
    return [
      { kind: "bridge", from: foot(one.x), to: { x: one.x, y }, wide: true },
      { kind: "bridge", from: { x: one.x, y }, to: { x: other.x, y }, wide: true },
      { kind: "bridge", from: { x: other.x, y }, to: foot(other.x), wide: true },
    ];
  });
}
