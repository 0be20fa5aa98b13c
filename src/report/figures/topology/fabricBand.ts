import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { bitsRate, counted, plain } from "../../numbers/number.ts";
import { aside, type Band, hub, leftOut, PAD, WIDTH } from "./band.ts";
import { type Drawing, drawing, moved, together } from "./drawing.ts";
import { type Fabric, fabricOf } from "./fabric.ts";
import { inPart } from "./inPart.ts";
import { LEAF, leafSet, UNIT } from "./leafSet.ts";
import { NETWORKS } from "./machine.ts";

const SPINE = { y: PAD, height: 22 } as const;

/** Strip with the nodes of one pod or site, and their leaf and spine switches. null for a single node. */
export function fabricBand(cluster: Cluster): Band | null {
  const fabric = fabricOf(cluster);
  if (fabric === null) return null;
  const { sets, unitsOfSet, spined } = fabric;
  const { slots, step } = inPart(sets, unitsOfSet > 1 ? 3 : 5, PAD, WIDTH - PAD);
  const gap = sets > 1 ? 6 : 0;
  const below = slots.map(({ index, x }) =>
    index === null
      ? leftOut({ x, y: LEAF.y + LEAF.height / 2 }, sets, fabric.rails > 1 ? "rail sets" : "leaves")
      : leafSet(fabric, index, x - step / 2 + gap, x + step / 2 - gap, SPINE.y + SPINE.height),
  );
  const spine = spined ? [drawing({ boxes: [hub(SPINE.y, "spine switches")] })] : [];
  const lift = spined ? 0 : SPINE.y - LEAF.y;
  const body = moved(together([...spine, ...below, ...rates(fabric)]), 0, lift);
  return {
    heading: headingOf(fabric),
    drawing: body,
    height: UNIT.y + UNIT.height + PAD + lift,
    inside: body.boxes.find(({ hover }) => hover !== undefined) ?? null,
  };
}

function headingOf({ scaleOut, unit, units, unitsOfSet, rails }: Fabric): string {
  const network = scaleOut.kind === "dragonfly" ? "the switches of their group" : NETWORKS[scaleOut.kind];
  const what = `${counted(units, unit.name)} on ${network}`;
  if (unitsOfSet < units)
    return `${what}, ${plain(unitsOfSet)} below each ${rails > 1 ? "set of rails" : "leaf"}`;
  return rails > 1 ? `${what}: NIC i of every node is on rail i` : what;
}

/** Texts with the rates of the NICs, and of the uplinks of leaf switches. */
function rates({ scaleOut, unit, unitsOfSet, sets, drawnNics, spined }: Fabric): readonly Drawing[] {
  const { nicBytesPerSecond, oversubscription, kind } = scaleOut;
  const nic = bitsRate(nicBytesPerSecond);
  const y = (LEAF.y + LEAF.height + UNIT.y) / 2;
  const drawn = unit.nics > drawnNics ? `, ${drawnNics} drawn` : "";
  const below =
    kind === "dcn"
      ? aside(y, `${nic} per chip`, `${bitsRate(nicBytesPerSecond * unit.devices)} per ${unit.name}`)
      : aside(y, `${nic} per NIC`, `${counted(unit.nics, "NIC")} per ${unit.name}${drawn}`);
  if (!spined) return [below];
  const leaves = (unitsOfSet * unit.nics * nicBytesPerSecond) / oversubscription;
  const up = oversubscription > 1 ? `${plain(oversubscription)}:1 oversubscribed` : "full bisection";
  const above = sets > 1 ? [`${bitsRate(leaves)} out of ${counted(unitsOfSet, unit.name)}`, up] : [up];
  return [below, aside((SPINE.y + SPINE.height + LEAF.y) / 2, ...above)];
}
