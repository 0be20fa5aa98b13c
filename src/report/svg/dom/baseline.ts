import { em, fontSize } from "./bounds.ts";
import type { DomElement } from "./node.ts";

/**
 * Attributes of a text element or of one of its lines, with the offset `dy` added to `y`. Renderers differ
 * where both the text and its line have a `dy`: browsers use only the line's, librsvg both, so that lines
 * overlap.
 */
export function baseline(node: DomElement): Iterable<readonly [string, string]> {
  const y = node.getAttribute("y");
  const dy = node.getAttribute("dy");
  const isText = node.localName === "text" || node.localName === "tspan";
  if (!isText || y === null || dy === null) return node.attributes;
  // Where each line has its own position, the text's `dy` has no effect.
  const own = node.children.some((child) => child.hasAttribute("y")) ? 0 : em(dy, fontSize(node));
  return [...node.attributes].flatMap(([name, value]): [string, string][] => {
    if (name === "dy") return [];
    return [[name, name === "y" ? String(Number(y) + own) : value]];
  });
}
