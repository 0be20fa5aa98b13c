import type { Cluster } from "../../../engine/scenario/cluster.ts";
import { counted } from "../../numbers/number.ts";
import type { Point } from "../drawing/pixels.ts";
import { aside, type Band, WIDTH } from "./band.ts";
import { type DeviceMark, drawing, type Link, together } from "./drawing.ts";
import { bytesRate } from "./machine.ts";

/** Limits on the devices drawn along each dimension of a torus, by the number of its dimensions. */
const MOST = { 3: [4, 4, 4], 2: [8, 6], 1: [8] } as const;

/**
 * Strip with a corner of a torus and its links. Dashed lines close a ring; dotted lines continue to devices
 * that are not drawn.
 */
export function torusDomain({ scaleUp, device, devices }: Cluster): Band {
  const { shape, closed, bytesPerSecond, domain } = scaleUp;
  const long = shape.flatMap((length, at) => (length > 1 ? [at] : [])).slice(0, 3);
  const dimensions = long.length === 0 ? [0] : long;
  const most = MOST[dimensions.length as 1 | 2 | 3];
  const sizes = dimensions.map((at, i) => Math.min(shape[at] ?? 1, most[i] ?? 1));
  const { place, bottom } = projection(sizes);
  const marks: DeviceMark[] = [];
  const links: Link[] = [];
  for (const at of cells(sizes)) {
    const here = place(at);
    marks.push({ ...here, size: sizes.length === 3 ? 13 : 18, device: numberOf(at, dimensions, shape) });
    for (const [i, dimension] of dimensions.entries()) {
      const next = place(at.map((one, j) => (i === j ? one + 1 : one)));
      const last = at[i] === (sizes[i] ?? 1) - 1;
      const whole = (sizes[i] ?? 1) === shape[dimension];
      const ring = closed[dimension] === true && (shape[dimension] ?? 1) > 2;
      if (!last) links.push({ kind: "up", from: here, to: next });
      else if (!whole) links.push({ kind: "zoom", from: here, to: toward(here, next, 0.45) });
      else if (ring) links.push({ kind: "wrap", from: here, to: toward(here, next, 0.45) });
      if (at[i] === 0 && ring) links.push({ kind: "wrap", from: here, to: toward(here, next, -0.45) });
    }
  }
  const rings = dimensions.filter((at) => closed[at] === true && (shape[at] ?? 1) > 2).length;
  const partly = sizes.some((size, i) => size !== shape[dimensions[i] ?? 0]);
  const lengths = shape.join(" × ");
  return {
    heading: `${domain === devices ? "one slice" : "a slice"}: ${lengths} ${device.name}, ${counted(domain, "device")}${partly ? `; drawn: ${sizes.join(" × ")} of them` : ""}`,
    drawing: together([
      drawing({ devices: marks, links }),
      aside(
        bottom / 2,
        `${bytesRate(bytesPerSecond / (2 * shape.length))} per link`,
        "in each direction;",
        `${2 * shape.length} links per device`,
        ...closings(rings, dimensions.length, scaleUp.twisted),
        ...(partly ? ["dotted: continues"] : []),
      ),
    ]),
    height: bottom,
    inside: null,
  };
}

function closings(rings: number, dimensions: number, twisted: boolean): readonly string[] {
  if (rings === 0) return ["no wrap-around links"];
  const all = rings === dimensions ? "all dimensions" : `${rings} of ${dimensions} dimensions`;
  return [`dashed: wrap-around link,${twisted ? " twisted," : ""}`, `in ${all}`];
}

const toward = (from: Point, to: Point, part: number): Point => ({
  x: from.x + part * (to.x - from.x),
  y: from.y + part * (to.y - from.y),
});

/** Coordinates of all places of a grid with these sizes. */
function cells(sizes: readonly number[]): readonly (readonly number[])[] {
  return sizes.reduce<readonly (readonly number[])[]>(
    (found, size) => found.flatMap((one) => Array.from({ length: size }, (_, at) => [...one, at])),
    [[]],
  );
}

/** Number of the device at a place of the torus, counted along the first dimension, then the second. */
function numberOf(at: readonly number[], dimensions: readonly number[], shape: readonly number[]): number {
  let step = 1;
  let number = 0;
  for (const [dimension, length] of shape.entries()) {
    number += step * (at[dimensions.indexOf(dimension)] ?? 0);
    step *= length;
  }
  return number;
}

/** Projection from the torus' coordinates to px. The third dimension goes back and to the right. */
function projection(sizes: readonly number[]): {
  readonly place: (at: readonly number[]) => Point;
  readonly bottom: number;
} {
  const [columns = 1, rows = 1, deep = 1] = sizes;
  const solid = sizes.length === 3;
  const step = solid ? { x: 92, y: 52 } : { x: 52, y: 34 };
  const back = solid ? { x: 25, y: -13 } : { x: 0, y: 0 };
  const top = 30 - back.y * (deep - 1);
  const left = (WIDTH - (columns - 1) * step.x - (deep - 1) * back.x) / 2;
  return {
    place: ([x = 0, y = 0, z = 0]) => ({
      x: left + x * step.x + z * back.x,
      y: top + y * step.y + z * back.y,
    }),
    bottom: top + (rows - 1) * step.y + 34,
  };
}
