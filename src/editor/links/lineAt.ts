/** Distance from a line within which a pointer is on it, px. */
const NEAR = 4;

/** Line of a figure under the pointer; null for none. plotly.js lays a rectangle over its lines, so that they hear no pointer. */
export function lineAt(figure: Element, { clientX, clientY }: MouseEvent): Element | null {
  for (const line of figure.querySelectorAll<SVGPathElement>(".scatterlayer path.js-line")) {
    const matrix = line.getScreenCTM()?.inverse();
    if (!matrix) continue;
    for (const dx of [0, -NEAR, NEAR])
      for (const dy of [0, -NEAR, NEAR])
        if (line.isPointInStroke(new DOMPoint(clientX + dx, clientY + dy).matrixTransform(matrix)))
          return line;
  }
  return null;
}
