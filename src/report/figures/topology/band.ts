import { plain } from "../../number.ts";
import { type Box, type Drawing, drawing, type Label, type Point } from "./drawing.ts";

/** One level of a machine, from the widest network down to the links of a device. */
export interface Band {
  /** What the level is: `a node: 8 × h100_sxm`. */
  readonly heading: string;
  readonly drawing: Drawing;
  /** Of the drawing, px. */
  readonly height: number;
  /** What the next level is a closer look at. */
  readonly inside: Box | null;
}

/** The width of what is drawn, px; right of it stands what links carry. */
export const WIDTH = 500;
/** Between the edge of a band and what is in it, px. */
export const PAD = 12;
const ASIDE = WIDTH + 14;
const LINE = 14;

/** What a link carries, right of the band at its height: each text a line. */
export function aside(y: number, ...lines: readonly string[]): Drawing {
  const labels = lines.map((text, at): Label => {
    const lift = (at - (lines.length - 1) / 2) * LINE;
    return { x: ASIDE, y: y + lift, text, anchor: "left", muted: at > 0 };
  });
  return drawing({ labels });
}

/** Dots for what is left out of a row, and how many there are in all. */
export function leftOut({ x, y }: Point, count: number, what: string): Drawing {
  return drawing({
    labels: [
      { x, y: y - 9, text: "…", anchor: "center", bold: true },
      { x, y: y + 9, text: `× ${plain(count)}`, anchor: "center" },
      { x, y: y + 9 + LINE, text: what, anchor: "center", muted: true },
    ],
  });
}

/** A switch, or what stands for many: a bar over the whole width. */
export const hub = (y: number, text: string, from = PAD, to = WIDTH - PAD): Box => ({
  ...{ x: from, y, width: to - from, height: 22, solid: true },
  text,
});
