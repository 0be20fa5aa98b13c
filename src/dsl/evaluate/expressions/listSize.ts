import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { type Poison, poison, type Value } from "../values/value.ts";

/** Elements of one list, those of the lists in it counted each time that they stand there. */
export const MAX_ELEMENTS = 100_000;
/** Elements of all lists that the names of one run hold. */
export const MAX_HELD = 5_000_000;
/** Lists in lists: who draws one or computes with it goes as deep. */
const MAX_NESTED = 50;

interface Size {
  readonly elements: number;
  readonly depth: number;
}
const ONE: Size = { elements: 1, depth: 0 };
const sizes = new WeakMap<readonly Value[], Size>();

/** Lists share what is in them: thirty of `let b = [a, a]` take no room, and a thousand million elements when something goes through them. */
function sizeOf(value: Value): Size {
  if (value.kind !== "list") return ONE;
  const known = sizes.get(value.items);
  if (known) return known;
  let [elements, depth] = [0, 0];
  for (const item of value.items) {
    const size = sizeOf(item);
    elements += size.elements;
    depth = Math.max(depth, size.depth);
  }
  const size = { elements, depth: depth + 1 };
  sizes.set(value.items, size);
  return size;
}

export const elementsOf = (value: Value): number => sizeOf(value).elements;

/** What a list of these elements is refused with; null where there may be so many. */
export function tooManyElements(name: string, elements: number, place: Place): Poison | null {
  if (elements <= MAX_ELEMENTS) return null;
  const params = { name, rows: elements, limit: MAX_ELEMENTS, of: "elements" };
  return poison(diagnostic("too-many-rows", params, place, { help: "make the lists in it shorter" }));
}

/** A list as a value, unless it is too long or too deep to go through. */
export function checkedList(items: readonly Value[], place: () => Place): Value {
  const list: Value = { kind: "list", items };
  const { elements, depth } = sizeOf(list);
  if (depth > MAX_NESTED)
    return poison(diagnostic("too-deep", { limit: MAX_NESTED, what: "lists" }, place()));
  return (elements > MAX_ELEMENTS ? tooManyElements("the list", elements, place()) : null) ?? list;
}
