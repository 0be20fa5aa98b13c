import { hub, leftOut, PAD, WIDTH } from "./band.ts";
import { type Box, bottomOf, type Drawing, drawing, type Link, together, topOf } from "./drawing.ts";
import { inPart } from "./inPart.ts";

/** Drawing of blocks (sites or pods) below one network that connects them all. */
export function star(
  network: string,
  blocks: { readonly count: number; readonly what: string; text(index: number): string },
): { readonly drawing: Drawing; readonly height: number; readonly linksAt: number; readonly first: Box } {
  const above = hub(PAD, network);
  const y = above.y + above.height + 34;
  const { slots, step } = inPart(blocks.count, 5, PAD, WIDTH - PAD);
  const boxes = slots.flatMap(({ index, x }): readonly Box[] =>
    index === null
      ? []
      : [{ x: x - step / 2 + 8, y, width: step - 16, height: 40, text: blocks.text(index) }],
  );
  const links = boxes.map((box): Link => {
    const to = topOf(box);
    return { kind: "out", from: { x: to.x, y: bottomOf(above).y }, to, wide: true };
  });
  const gaps = slots
    .filter(({ index }) => index === null)
    .map(({ x }) => leftOut({ x, y: y + 12 }, blocks.count, blocks.what));
  return {
    drawing: together([drawing({ boxes: [above, ...boxes], links }), ...gaps]),
    height: y + 40 + PAD,
    linksAt: y - 17,
    first: boxes[0] ?? above,
  };
}
