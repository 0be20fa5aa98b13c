import type { ScaleUp } from "../../scenario/links.ts";

/**
 * Extent of a group of devices on a torus. `directions` is the number of links that each device uses; `hops` is the
 * distance to the farthest device of the group, in links.
 */
export interface TorusSpan {
  readonly directions: number;
  readonly hops: number;
  /**
   * Number of devices along the longest dimension of the group. A dimension that is a line, not a ring, counts
   * double, because traffic across its middle has only one path.
   */
  readonly longest: number;
}

/**
 * Extent of a group of `n` devices on a torus. The group fills one dimension after the other. A full dimension that is
 * closed is a ring in both directions; an open or partly filled one is a line.
 */
export function torusSpan({ shape, closed }: Pick<ScaleUp, "shape" | "closed">, n: number): TorusSpan {
  let left = n;
  let span = { directions: 0, hops: 0, longest: 1 };
  for (const [dimension, length] of shape.entries()) {
    if (left <= 1) break;
    if (length === 1) continue;
    const whole = left >= length;
    const used = whole ? length : Math.ceil(left);
    const ring = whole && closed[dimension] === true;
    span = {
      directions: span.directions + (ring ? 2 : 1),
      hops: span.hops + (ring ? Math.floor(length / 2) : used - 1),
      longest: Math.max(span.longest, ring ? used : 2 * used),
    };
    left /= length;
  }
  return span;
}
