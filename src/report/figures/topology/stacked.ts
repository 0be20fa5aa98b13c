import { nameWords } from "../labels/nameWords.ts";
import { type Band, WIDTH } from "./band.ts";
import { type Drawing, drawing, type Link, moved, together } from "./drawing.ts";

/** Height of a strip's heading, px. */
const HEADING = 24;
/** Gap between two strips, px. */
const BETWEEN = 16;

/**
 * Strips of a cluster's picture stacked vertically, each in a frame. Dotted lines lead from a box to the
 * strip that shows it in detail.
 */
export function stacked(bands: readonly Band[]): { readonly drawing: Drawing; readonly height: number } {
  const parts: Drawing[] = [];
  let y = 0;
  let inside: Band["inside"] = null;
  for (const band of bands) {
    const height = HEADING + band.height;
    const frame = { x: 0, y, width: WIDTH, height };
    const look = (x: number, side: number): Link => ({
      kind: "zoom",
      from: { x, y: (inside?.y ?? 0) + (inside?.height ?? 0) },
      to: { x: side, y },
    });
    parts.push(
      drawing({
        boxes: [frame],
        labels: [{ x: 10, y: y + 13, text: nameWords(band.heading), anchor: "left", bold: true }],
        links: inside ? [look(inside.x, 0), look(inside.x + inside.width, WIDTH)] : [],
      }),
      moved(band.drawing, 0, y + HEADING),
    );
    inside = band.inside && { ...band.inside, y: band.inside.y + y + HEADING };
    y += height + BETWEEN;
  }
  return { drawing: together(parts), height: y - BETWEEN };
}
