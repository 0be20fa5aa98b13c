import { plain } from "../../numbers/number.ts";
import type { Label, Point } from "../drawing/pixels.ts";
import { type Box, type Drawing, drawing } from "./drawing.ts";

/**
 * Horizontal strip of a cluster's picture that shows one level: sites, pods, nodes, or the links of a device.
 */
export interface Band {
  /** Heading of the strip: `a node: 8 × h100_sxm`. */
  readonly heading: string;
  readonly drawing: Drawing;
  /** Height of the strip's drawing, px. */
  readonly height: number;
  /** Box of this strip that the next strip shows in detail. null for none. */
  readonly inside: Box | null;
}

/** Width of a strip's drawing, px. Link rates are written to the right of it. */
export const WIDTH = 500;
/** Padding between the edge of a strip and its content, px. */
export const PAD = 12;
const ASIDE = WIDTH + 14;
const LINE = 14;

/** Drawing with a link's rate, right of the strip at the link's height. Each string is a line. */
export function aside(y: number, ...lines: readonly string[]): Drawing {
  const labels = lines.map((text, at): Label => {
    const lift = (at - (lines.length - 1) / 2) * LINE;
    return { x: ASIDE, y: y + lift, text, anchor: "left", muted: at > 0 };
  });
  return drawing({ labels });
}

/** Drawing of an ellipsis for omitted items of a row, with the total number of items. */
export function leftOut({ x, y }: Point, count: number, what: string): Drawing {
  return drawing({
    labels: [
      { x, y: y - 9, text: "…", anchor: "center", bold: true },
      { x, y: y + 9, text: `× ${plain(count)}`, anchor: "center" },
      { x, y: y + 9 + LINE, text: what, anchor: "center", muted: true },
    ],
  });
}

/** Box over the whole width: a switch, or a block that stands for many switches. */
export const hub = (y: number, text: string, from = PAD, to = WIDTH - PAD): Box => ({
  ...{ x: from, y, width: to - from, height: 22, solid: true },
  text,
});
