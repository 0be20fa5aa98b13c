import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { bitsRate, counted, percent, plain } from "../../numbers/number.ts";
import { aside, type Band, leftOut, PAD, WIDTH } from "./band.ts";
import { type Box, drawing, type Link, together } from "./drawing.ts";

import { star } from "./star.ts";

/**
 * Strip with the pods of a tree network, or the groups of a dragonfly, within one site. null where all nodes
 * are in one pod.
 */
export function podsBand({ scaleOut, devices, devicesPerNode, sites }: Cluster): Band | null {
  if (scaleOut === null || scaleOut.podDevices === null) return null;
  const here = devices / (sites?.count ?? 1);
  const count = Math.ceil(here / scaleOut.podDevices);
  if (count < 2) return null;
  const nodes = scaleOut.podDevices / devicesPerNode;
  const sent = nodes * scaleOut.nicsPerNode * scaleOut.nicBytesPerSecond;
  const leaves = sent / scaleOut.oversubscription / scaleOut.podOversubscription;
  if (scaleOut.kind === "dragonfly") return groupsBand(count, nodes, leaves, scaleOut.podOversubscription);
  const made = star("core switches", {
    count,
    what: "pods",
    text: (index) => `pod ${index}<br>${counted(nodes, "node")}`,
  });
  const narrower = scaleOut.podOversubscription;
  return {
    heading: `${counted(count, "pod")} of ${counted(nodes, "node")}`,
    drawing: together([
      made.drawing,
      aside(
        made.linksAt,
        `${bitsRate(leaves)} out of a pod`,
        narrower === 1 ? "full bisection" : `${plain(narrower)}:1 oversubscribed`,
      ),
    ]),
    height: made.height,
    inside: made.first,
  };
}

const MOST_GROUPS = 7;
const GROUP = { width: 84, height: 36 };
/** Ellipse on which the groups of a dragonfly are drawn, px. */
const ROUND = { x: WIDTH / 2, y: 96, across: 186, down: 66 };

/** Strip with the groups of a dragonfly, which are connected all to all. */
function groupsBand(count: number, nodes: number, leaves: number, taper: number): Band {
  const places = Math.min(count, MOST_GROUPS);
  const boxes: Box[] = [];
  const gaps: ReturnType<typeof leftOut>[] = [];
  for (let at = 0; at < places; at++) {
    // The first group is at the bottom, where the next band's detail begins.
    const turn = 0.6 * Math.PI + (2 * Math.PI * at) / places;
    const x = ROUND.x + ROUND.across * Math.cos(turn);
    const y = ROUND.y + ROUND.down * Math.sin(turn);
    if (count > MOST_GROUPS && at === places - 2) {
      gaps.push(leftOut({ x: x + 24, y }, count, "groups"));
      continue;
    }
    const index = at === places - 1 ? count - 1 : at;
    boxes.push({
      ...{ x: x - GROUP.width / 2, y: y - GROUP.height / 2, ...GROUP },
      text: `group ${index}<br>${counted(nodes, "node")}`,
    });
  }
  const links = boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => between(one, other)));
  const first = boxes[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    heading: `${counted(count, "group")} of ${counted(nodes, "node")}, each joined to all others`,
    drawing: together([
      drawing({ boxes, links }),
      ...gaps,
      aside(
        ROUND.y,
        `${bitsRate(leaves)} out of a group`,
        `${percent(1 / taper)} of what its nodes send`,
        `${bitsRate(leaves / (count - 1))} to each other`,
      ),
    ]),
    height: ROUND.y + ROUND.down + GROUP.height / 2 + PAD,
    inside: first,
  };
}

/** Line between the edges of two boxes, along the line between their centres. */
function between(one: Box, other: Box): Link {
  const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const [from, to] = [middle(one), middle(other)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const edge = (box: Box): number =>
    Math.min(box.width / 2 / Math.max(1e-9, Math.abs(dx)), box.height / 2 / Math.max(1e-9, Math.abs(dy)));
  const [out, home] = [edge(one), 1 - edge(other)];
  return {
    kind: "out",
    from: { x: from.x + out * dx, y: from.y + out * dy },
    to: { x: from.x + home * dx, y: from.y + home * dy },
  };
}
