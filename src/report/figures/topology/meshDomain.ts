import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { counted } from "../../numbers/number.ts";
import type { Point } from "../drawing/pixels.ts";
import { aside, type Band, PAD, WIDTH } from "./band.ts";
import { type DeviceMark, type Drawing, drawing, type Link, together } from "./drawing.ts";
import { bytesRate } from "./machine.ts";

const SIZE = 28;

/**
 * NVLinks between the eight V100s of a DGX-1, as `nvidia-smi topo -m` lists them: two quads, six links per
 * device, and one or two links per pair.
 */
const CUBE_MESH: readonly (readonly [one: number, other: number, links: 1 | 2])[] = [
  [0, 1, 1],
  [0, 2, 1],
  [0, 3, 2],
  [0, 4, 2],
  [1, 2, 2],
  [1, 3, 1],
  [1, 5, 2],
  [2, 3, 2],
  [2, 6, 1],
  [3, 7, 1],
  [4, 5, 1],
  [4, 6, 1],
  [4, 7, 2],
  [5, 6, 2],
  [5, 7, 1],
  [6, 7, 2],
];

/** Strip with devices that are linked directly: all to all on each board, or as a hybrid cube mesh. */
export function meshDomain(cluster: Cluster): Band {
  const { scaleUp, device, devicesPerNode } = cluster;
  const cube = scaleUp.mesh === "hybrid_cube_mesh";
  const body = cube ? cubeMesh(scaleUp) : fullMesh(cluster);
  return {
    ...body,
    heading: `${scaleUp.domain === devicesPerNode ? "a node" : "a scale-up domain"}: ${scaleUp.domain} × ${device.name}${cube ? " as a hybrid cube mesh" : scaleUp.boards > 1 ? ` on ${counted(scaleUp.boards, "board")}` : ", each joined to all others"}`,
    inside: null,
  };
}

/**
 * Drawing of a hybrid cube mesh: two quads as squares side by side, the second mirrored, so that links
 * between the quads are horizontal.
 */
function cubeMesh({ bytesPerSecond, domain }: Cluster["scaleUp"]): Pick<Band, "drawing" | "height"> {
  const quad = (left: number, mirrored: boolean): readonly Point[] => {
    const [near, far] = mirrored ? [left + 120, left] : [left, left + 120];
    // Corners in the order of the devices: 0 and 3 above, 1 and 2 below. The diagonals are then the pairs 0-2
    // and 1-3.
    return [
      { x: far, y: 40 },
      { x: far, y: 148 },
      { x: near, y: 148 },
      { x: near, y: 40 },
    ];
  };
  const places = [...quad(70, false), ...quad(310, true)].slice(0, domain);
  // Two of the four links between the quads would pass through other devices: they bow around them.
  const links = CUBE_MESH.flatMap(([one, other, count]): readonly Link[] => {
    const [from, to] = [places[one], places[other]];
    if (!from || !to) return [];
    const wide = count === 2 ? { wide: true } : {};
    if (other - one !== 4 || Math.abs(to.x - from.x) < 200) return [{ kind: "up", from, to, ...wide }];
    const y = from.y < 94 ? 16 : 172;
    const [near, far] = [
      { x: from.x + 24, y },
      { x: to.x - 24, y },
    ];
    return [
      { kind: "up", from, to: near, ...wide },
      { kind: "up", from: near, to: far, ...wide },
      { kind: "up", from: far, to, ...wide },
    ];
  });
  const devices = places.map(
    ({ x, y }, at): DeviceMark => ({ x, y, size: SIZE, device: at, numbered: true }),
  );
  const link = bytesPerSecond / 6;
  return {
    drawing: together([
      drawing({ devices, links }),
      aside(
        94,
        `${bytesRate(link)} a thin line,`,
        `${bytesRate(2 * link)} a thick one`,
        "in each direction;",
        "6 links per device",
      ),
    ]),
    height: 188,
  };
}

/**
 * Drawing of a full mesh: devices on a ring with a link between any two. Boards stand side by side, joined by
 * slots.
 */
function fullMesh({ scaleUp }: Cluster): Pick<Band, "drawing" | "height"> {
  const { domain, boards, bytesPerSecond, slotBytesPerSecond } = scaleUp;
  const onBoard = domain / boards;
  const drawn = Math.min(boards, 3);
  const wide = (WIDTH - 2 * PAD) / drawn;
  const down = onBoard > 4 ? 84 : 56;
  const middle = PAD + SIZE / 2 + down;
  const rounds = Array.from({ length: drawn }, (_, board) =>
    round(
      onBoard,
      board,
      { x: PAD + (board + 0.5) * wide, y: middle },
      Math.min(wide / 2 - 26, 1.9 * down),
      down,
    ),
  );
  const frames =
    boards > 1
      ? rounds.map((_, at) => ({
          x: PAD + at * wide + 6,
          y: PAD - 4,
          width: wide - 12,
          height: 2 * down + SIZE + 8,
        }))
      : [];
  const joined = frames.slice(1).map(
    (frame): Link => ({
      ...{ kind: "out", wide: true },
      from: { x: frame.x - 12, y: middle },
      to: { x: frame.x, y: middle },
    }),
  );
  const link = bytesPerSecond / Math.max(1, onBoard - 1);
  return {
    drawing: together([
      ...rounds,
      drawing({ boxes: frames, links: joined }),
      aside(
        middle - (boards > 1 ? 24 : 0),
        `${bytesRate(link)} per line`,
        "in each direction;",
        `${bytesRate(bytesPerSecond)} per device`,
      ),
      ...(boards > 1
        ? [aside(middle + 36, `${bytesRate(slotBytesPerSecond)} per device`, "to other boards")]
        : []),
    ]),
    height: 2 * middle - PAD + PAD,
  };
}

/** Drawing of a board's devices, evenly spaced on an ellipse. */
function round(count: number, board: number, { x, y }: Point, across: number, down: number): Drawing {
  const devices = Array.from({ length: Math.min(count, 16) }, (_, at): DeviceMark => {
    const turn = (2 * Math.PI * (at + 0.5)) / Math.min(count, 16) - Math.PI / 2 - Math.PI;
    return {
      ...{ x: x + across * Math.cos(turn), y: y + down * Math.sin(turn), size: SIZE, numbered: true },
      device: board * count + at,
    };
  });
  const links = devices.flatMap((from, at) =>
    devices.slice(at + 1).map((to): Link => ({ kind: "up", from, to })),
  );
  return drawing({ devices, links });
}
