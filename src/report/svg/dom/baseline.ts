import { em, fontSize } from "./bounds.ts";
import type { DomElement } from "./node.ts";

/**
 * The place of a text, or of a line of one, in plain numbers: `dy` is added to `y` and gone. Renderers differ in what a
 * line's `dy` does when its text has one too: browsers take the line's alone, librsvg both, and lines run into each other.
 */
export function baseline(node: DomElement): Iterable<readonly [string, string]> {
  const y = node.getAttribute("y");
  const dy = node.getAttribute("dy");
  const isText = node.localName === "text" || node.localName === "tspan";
  if (!isText || y === null || dy === null) return node.attributes;
  // each line brings its own place: the text's moves no letter
  const own = node.children.some((child) => child.hasAttribute("y")) ? 0 : em(dy, fontSize(node));
  return [...node.attributes].flatMap(([name, value]): [string, string][] => {
    if (name === "dy") return [];
    return [[name, name === "y" ? String(Number(y) + own) : value]];
  });
}
