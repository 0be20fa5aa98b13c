import type { Label, Point } from "../drawing/pixels.ts";

/**
 * Kind of a line in a cluster's picture, which decides its colour and dashes: `up` and `bridge` are scale-up
 * links, `out` a link of a slower network, `wrap` a link that closes a torus' ring, `zoom` the edge of a
 * detail.
 */
export type LinkKind = "up" | "bridge" | "out" | "wrap" | "zoom";

/** Frame in a cluster's picture, or with `solid` a switch. `x`, `y` is its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
  readonly solid?: boolean;
  readonly text?: string;
  /** Text that appears on hover. */
  readonly hover?: string;
}

export interface Link {
  readonly kind: LinkKind;
  readonly from: Point;
  readonly to: Point;
  /** Marks a line that stands for several parallel links. */
  readonly wide?: boolean;
}

/** Mark of a device in a cluster's picture, centred at `x`, `y`. */
export interface DeviceMark extends Point {
  readonly size: number;
  /** Index of the device in the cluster, from 0. */
  readonly device: number;
  /** True where the mark shows the device's number. */
  readonly numbered?: boolean;
}

/**
 * Cluster's picture, or a part of one, before it becomes a figure. Coordinates are px: x to the right, y
 * downwards.
 */
export interface Drawing {
  readonly boxes: readonly Box[];
  readonly links: readonly Link[];
  readonly devices: readonly DeviceMark[];
  readonly labels: readonly Label[];
}

export const drawing = (parts: Partial<Drawing>): Drawing => ({
  boxes: [],
  links: [],
  devices: [],
  labels: [],
  ...parts,
});

export function together(drawings: readonly Drawing[]): Drawing {
  return {
    boxes: drawings.flatMap(({ boxes }) => boxes),
    links: drawings.flatMap(({ links }) => links),
    devices: drawings.flatMap(({ devices }) => devices),
    labels: drawings.flatMap(({ labels }) => labels),
  };
}

/** Drawing shifted by `dx` to the right and `dy` down. */
export function moved({ boxes, links, devices, labels }: Drawing, dx: number, dy: number): Drawing {
  const shift = <P extends Point>(one: P): P => ({ ...one, x: one.x + dx, y: one.y + dy });
  return {
    boxes: boxes.map(shift),
    links: links.map((link) => ({ ...link, from: shift(link.from), to: shift(link.to) })),
    devices: devices.map(shift),
    labels: labels.map(shift),
  };
}

/** Middle of a box' upper edge, where links end. */
export const topOf = ({ x, y, width }: Box): Point => ({ x: x + width / 2, y });
/** Middle of a box' lower edge, where links end. */
export const bottomOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height });
