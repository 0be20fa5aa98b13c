import { escapeHtml } from "../../escape.ts";
import { FONT_FAMILY } from "../../figures/theme.ts";
import { baseline } from "./baseline.ts";
import { lineWidth } from "./bounds.ts";
import { DomElement, type DomNode } from "./node.ts";

/** An element as SVG text. Numbers keep two decimals: finer than any screen, and half the size. */
export function serialize(node: DomNode): string {
  if (!(node instanceof DomElement)) return escapeHtml(node.textContent);
  const attributes = baseline(node).filter(([name]) => !name.startsWith("data-"));
  const style = [...node.style.properties]
    .filter(([name, value]) => !DROPPED.has(name) && DEFAULTS.get(name) !== value)
    .map(([name, value]) => `${name}:${value.replaceAll('"', "'")}`)
    .join(";");
  if (style !== "") attributes.push(["style", style]);
  attributes.push(...fitted(node));
  const text = attributes.map(([name, value]) => ` ${name}="${escapeHtml(rounded(name, value))}"`).join("");
  const inner = node.childNodes.map(serialize).join("");
  if (
    inner === "" &&
    (CONTAINERS.has(node.localName) || (node.localName === "path" && !node.hasAttribute("d")))
  )
    return "";
  return inner === ""
    ? `<${node.localName}${text}/>`
    : `<${node.localName}${text}>${inner}</${node.localName}>`;
}

/**
 * A line of text with the width it was laid out in: where a reader's machine has none of the fonts that were measured, what
 * it has instead is fitted in, and no label runs over its neighbour or out of the picture.
 */
function fitted(node: DomElement): readonly [string, string][] {
  const isLine =
    (node.localName === "text" || node.localName === "tspan") &&
    node.childNodes.length > 0 &&
    node.childNodes.every((child) => !(child instanceof DomElement));
  const width = isLine ? lineWidth(node) : 0;
  return width < LEAST_FITTED
    ? []
    : [
        ["textLength", width.toFixed(1)],
        ["lengthAdjust", "spacingAndGlyphs"],
      ];
}

/** Shorter texts have room enough in any font, px. */
const LEAST_FITTED = 30;

/** Draw nothing when there is nothing in them. */
const CONTAINERS = new Set(["g", "defs", "text"]);
/** Of use to a pointer only, or the default. */
const DROPPED = new Set(["pointer-events", "cursor", "-webkit-user-select", "user-select", "white-space"]);
/** What a renderer takes anyway; written out on every text they are a third of a picture. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  // the picture's root says it once
  ["font-family", FONT_FAMILY],
  ["opacity", "1"],
  ["fill-opacity", "1"],
  ["stroke-opacity", "1"],
  ["font-weight", "normal"],
  ["font-style", "normal"],
  ["font-variant", "normal"],
  ["text-decoration-line", "none"],
  ["text-transform", "none"],
  ["text-shadow", "none"],
  ["white-space", "pre"],
]);
const NUMERIC = new Set([
  "d",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "width",
  "height",
  "transform",
  "r",
  "cx",
  "cy",
  "dx",
  "dy",
]);

function rounded(name: string, value: string): string {
  return NUMERIC.has(name)
    ? value.replace(/-?\d+\.\d{3,}/g, (text) => String(Number(Number(text).toFixed(2))))
    : value;
}
