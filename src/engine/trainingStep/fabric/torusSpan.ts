import type { ScaleUp } from "../../scenario/links.ts";

/** How a group of n devices lies on a torus: links that each uses, hops to the farthest, and its worst dimension. */
export interface TorusSpan {
  readonly directions: number;
  readonly hops: number;
  /** Devices along the longest dimension; a line counts twice, as all that crosses its middle goes one way. */
  readonly longest: number;
}

/**
 * Dimensions are filled one after the other. A whole one is a ring both ways round where it is closed, and a line
 * otherwise, as is a part of one.
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
