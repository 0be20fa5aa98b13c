import { DomElement } from "./dom/node.ts";

/** Number of equal marks in a series below which their SVG is not shortened. */
const MANY = 12;
const PLACE = /^translate\(([-\d.e]+),([-\d.e]+)\)$/;
/** Path of a circle as plotly.js writes it. */
const CIRCLE = /^M([\d.]+),0A\1,\1 0 1,1 0,-\1A\1,\1 0 0,1 \1,0Z$/;

/**
 * Shortens the SVG of many marks in a series: shape and colour are written once, and each mark has only its
 * position. The picture is the same; a point takes some 30 bytes instead of 180. A circle becomes a
 * zero-length line with round ends.
 */
export function compactMarks(picture: DomElement): void {
  for (const group of picture.querySelectorAll(".points")) {
    const marks = group.childNodes.filter(
      (node): node is DomElement => node instanceof DomElement && node.localName === "path",
    );
    if (marks.length < MANY || marks.length !== group.childNodes.length) continue;
    const [first] = marks;
    const style = first && [...first.style.properties];
    const shape = first?.getAttribute("d") ?? "";
    const places = marks.map((mark) => PLACE.exec(mark.getAttribute("transform") ?? ""));
    if (!first || !style || !marks.every((mark) => looksLike(mark, shape, style))) continue;
    if (places.includes(null) || first.style.getPropertyValue("stroke-width") !== "0px") continue;
    const radius = CIRCLE.exec(shape)?.[1];
    const drawn = radius === undefined ? relative(shape) : "h0";
    if (drawn === null) continue;
    for (const [name, value] of style) group.style.setProperty(name, value);
    const opacity = first.style.getPropertyValue("opacity");
    group.style.removeProperty("opacity");
    if (radius !== undefined) {
      group.style.setProperty("stroke", first.style.getPropertyValue("fill"));
      group.style.setProperty("fill", "none");
      group.style.setProperty("stroke-width", `${2 * Number(radius)}px`);
      group.style.setProperty("stroke-linecap", "round");
      group.style.setProperty("stroke-opacity", opacity);
    } else {
      group.style.setProperty("fill-opacity", opacity);
    }
    for (const [index, mark] of marks.entries()) {
      const [, x, y] = places[index] ?? [];
      for (const name of ["class", "transform"]) mark.removeAttribute(name);
      for (const [name] of style) mark.style.removeProperty(name);
      mark.setAttribute("d", `M${tenths(x)} ${tenths(y)}${drawn}`);
    }
  }
}

function looksLike(mark: DomElement, shape: string, style: readonly (readonly [string, string])[]): boolean {
  const own = mark.style.properties;
  return (
    mark.getAttribute("d") === shape &&
    own.size === style.length &&
    style.every(([name, value]) => own.get(name) === value)
  );
}

/** Path of a closed outline of straight lines, written as steps from its centre. null for any other shape. */
function relative(shape: string): string | null {
  const commands = [...shape.matchAll(/([MLHVZ])([^A-Z]*)/g)];
  if (commands.map(([all]) => all).join("") !== shape) return null;
  let [x, y] = [0, 0];
  const steps = commands.map(([, command, text = ""]) => {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === "Z") return "z";
    const points: string[] = [];
    const width = command === "H" || command === "V" ? 1 : 2;
    for (let at = 0; at < numbers.length; at += width) {
      const [one = 0, other = 0] = numbers.slice(at, at + width);
      const next = command === "H" ? [one, y] : command === "V" ? [x, one] : [one, other];
      const [toX = 0, toY = 0] = next;
      points.push(step(command === "M", tenths(toX - x), tenths(toY - y)));
      [x, y] = [toX, toY];
    }
    return points.join("");
  });
  return steps.join("");
}

function step(isMove: boolean, dx: string, dy: string): string {
  if (!isMove && dy === "0") return `h${dx}`;
  if (!isMove && dx === "0") return `v${dy}`;
  return `${isMove ? "m" : "l"}${dx}${dy.startsWith("-") ? "" : " "}${dy}`;
}

/** Text of a number rounded to a tenth of a pixel, finer than any mark. */
function tenths(value: number | string | undefined): string {
  return String(Number(Number(value).toFixed(1)));
}
