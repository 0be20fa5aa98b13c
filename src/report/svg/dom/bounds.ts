import { advanceWidth } from "../../lettering/advances.ts";
import type { DrawnElement } from "./drawnElement.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** SVG transform as its coefficients a b c d e f. */
type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Ascent of Helvetica as browsers use it, in font sizes. */
const ASCENT = 0.905;
/** Line height of Helvetica as browsers use it, in font sizes. */
const LINE = 1.15;

/**
 * Bounding box of an element, in its own coordinates (`getBBox`) or with all transforms up to the root
 * (`getBoundingClientRect`). Texts, text lines, rectangles and groups have a box. Paths count as empty:
 * plotly.js measures none.
 */
export function boundsOf(element: DrawnElement, client: boolean): Box {
  let matrix = IDENTITY;
  if (client) {
    for (let at: DrawnElement | null = element; at !== null; at = at.parentNode) {
      const own = transformOf(at);
      if (own !== IDENTITY) matrix = multiply(own, matrix);
    }
  }
  const corners = cornersOf(element).map((point) => apply(matrix, point));
  if (corners.length === 0) return box(0, 0, 0, 0);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return box(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

function box(left: number, top: number, right: number, bottom: number): Box {
  return { x: left, y: top, left, top, right, bottom, width: right - left, height: bottom - top };
}

function cornersOf(element: DrawnElement): readonly Point[] {
  if (property(element, "display") === "none") return [];
  switch (element.localName) {
    case "text":
      return textCorners(element);
    case "rect":
    case "svg":
    case "image": {
      const [x, y] = [number(element, "x"), number(element, "y")];
      return rectangle(x, y, x + number(element, "width"), y + number(element, "height"));
    }
    case "tspan":
      return textCorners(element);
    default:
      return element.children.flatMap((child) => {
        const matrix = transformOf(child);
        return cornersOf(child).map((point) => apply(matrix, point));
      });
  }
}

function rectangle(left: number, top: number, right: number, bottom: number): readonly Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** Corners of the box of a text. The text is one line, or one `tspan.line` per line with `dy` in em. */
function textCorners(text: DrawnElement): readonly Point[] {
  const size = fontSize(text);
  const lines = text.children.filter((child) => child.className.includes("line"));
  const anchor = property(text, "text-anchor");
  const corners = (lines.length === 0 ? [text] : lines).flatMap((line): readonly Point[] => {
    const width = lineWidth(line);
    if (width === 0) return [];
    const x = Number(line.getAttribute("x") ?? text.getAttribute("x") ?? 0);
    const y =
      Number(line.getAttribute("y") ?? text.getAttribute("y") ?? 0) + em(line.getAttribute("dy"), size);
    const left = anchor === "middle" ? x - width / 2 : anchor === "end" ? x - width : x;
    return rectangle(left, y - ASCENT * size, left + width, y + (LINE - ASCENT) * size);
  });
  return corners;
}

/** Width of one line of text by the font's table, px. */
export function lineWidth(line: DrawnElement): number {
  return line.childNodes.reduce((sum, child) => {
    if (child.nodeType === 3) {
      return (
        sum +
        advanceWidth(child.textContent, fontSize(line), /bold|[6-9]00/.test(property(line, "font-weight")))
      );
    }
    return sum + lineWidth(child as DrawnElement);
  }, 0);
}

/** Length in px of an offset in em (`0.7em`) at a font size. */
export function em(text: string | null, size: number): number {
  if (text === null) return 0;
  return text.endsWith("em") ? Number.parseFloat(text) * size : Number.parseFloat(text) || 0;
}

/** Font size of an element in px, inherited if necessary. */
export function fontSize(element: DrawnElement): number {
  return Number.parseFloat(property(element, "font-size")) || 12;
}

/**
 * Value of a style or an attribute of an element, or of its nearest ancestor that has it. `display` is not
 * inherited.
 */
export function property(element: DrawnElement, name: string): string {
  for (let at: DrawnElement | null = element; at !== null; at = at.parentNode) {
    if (at.nodeType !== 1) break;
    const own = at.style.getPropertyValue(name) || at.getAttribute(name);
    if (own) return own;
    if (name === "display") break;
  }
  return "";
}

function number(element: DrawnElement, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? "0") || 0;
}

function transformOf(element: DrawnElement): Matrix {
  const text = element.nodeType === 1 ? element.getAttribute("transform") : null;
  if (text === null || text === undefined) return IDENTITY;
  let matrix = IDENTITY;
  for (const [, name, list] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const numbers = (list ?? "")
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const [a = 0, b, c] = numbers;
    matrix = multiply(matrix, step(name ?? "", a, b, c, numbers));
  }
  return matrix;
}

function step(
  name: string,
  a: number,
  b: number | undefined,
  c: number | undefined,
  all: readonly number[],
): Matrix {
  switch (name) {
    case "translate":
      return [1, 0, 0, 1, a, b ?? 0];
    case "scale":
      return [a, 0, 0, b ?? a, 0, 0];
    case "rotate": {
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      const [x, y] = [b ?? 0, c ?? 0];
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    case "matrix":
      return [a, b ?? 0, c ?? 0, all[3] ?? 1, all[4] ?? 0, all[5] ?? 0];
    default:
      return IDENTITY;
  }
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

function apply(m: Matrix, [x, y]: Point): Point {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}
