import { escapeHtml } from "../../escaping/escape.ts";
import { FONT_FAMILY } from "../../figures/theme/theme.ts";
import { baseline } from "./baseline.ts";
import { lineWidth } from "./bounds.ts";
import { DomElement, type DomNode } from "./node.ts";

/** SVG text of an element. Numbers keep two decimals, finer than any screen, which halves the size. */
export function serialize(node: DomNode): string {
  if (!(node instanceof DomElement)) return escapeHtml(node.textContent);
  let inner = "";
  for (const child of node.childNodes) inner += serialize(child);
  if (inner === "" && drawsNothing(node)) return "";
  let text = "";
  for (const [name, value] of baseline(node)) if (!name.startsWith("data-")) text += attribute(name, value);
  const style = styleText(node);
  if (style !== "") text += attribute("style", style);
  for (const [name, value] of fitted(node)) text += attribute(name, value);
  return inner === ""
    ? `<${node.localName}${text}/>`
    : `<${node.localName}${text}>${inner}</${node.localName}>`;
}

/** True for an element that draws nothing when it has no content. */
function drawsNothing(node: DomElement): boolean {
  return CONTAINERS.has(node.localName) || (node.localName === "path" && !node.hasAttribute("d"));
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(rounded(name, value))}"`;
}

function styleText(node: DomElement): string {
  let text = "";
  for (const [name, value] of node.style.properties) {
    if (DROPPED.has(name) || DEFAULTS.get(name) === value) continue;
    text += `${text === "" ? "" : ";"}${name}:${value.replaceAll('"', "'")}`;
  }
  return text;
}

/**
 * SVG attributes that fix the drawn length of a text line to its laid-out width. A machine without the
 * measured fonts then squeezes its own font, so that no label overlaps its neighbour or leaves the picture.
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

/** Width in px below which a text's drawn length is not fixed: it has room enough in any font. */
const LEAST_FITTED = 30;

/** Names of elements that draw nothing when they are empty. */
const CONTAINERS = new Set(["g", "defs", "text"]);
/** CSS properties left out of the SVG, because they only matter to a pointer or have their default value. */
const DROPPED = new Set(["pointer-events", "cursor", "-webkit-user-select", "user-select", "white-space"]);
/**
 * Default values of CSS properties, left out of the SVG. Written on every text they would take a third of a
 * picture.
 */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  // The picture's root sets the font once.
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
