import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { type Poison, poison, type Value } from "../values/value.ts";

/**
 * Maximum number of elements of one list. An element of a nested list counts once for each place where the nested list
 * occurs.
 */
export const MAX_ELEMENTS = 100_000;
/** Maximum number of elements in all lists that the names of one run refer to. It limits the memory of a run. */
export const MAX_HELD = 5_000_000;
/** Maximum depth of lists in lists. Printing a list, or computing with it, recurses once per level. */
const MAX_NESTED = 50;

interface Size {
  readonly elements: number;
  readonly depth: number;
}
const ONE: Size = { elements: 1, depth: 0 };
const sizes = new WeakMap<readonly Value[], Size>();

/**
 * Size of a value: the number of its elements and its depth, memoised. Each nested list counts at every place where it
 * occurs. Thirty lines of `let b = [a, a]` use little memory, because lists share their items, but expand to 10^9
 * elements.
 */
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

/** Error for a list with too many elements; null within the limit. */
export function tooManyElements(name: string, elements: number, place: Place): Poison | null {
  if (elements <= MAX_ELEMENTS) return null;
  const params = { name, rows: elements, limit: MAX_ELEMENTS, of: "elements" };
  return poison(diagnostic("too-many-rows", params, place, { help: "make the lists in it shorter" }));
}

/** Makes a list value. Returns an error where the list has too many elements or lists in it are nested too deep. */
export function checkedList(items: readonly Value[], place: () => Place): Value {
  const list: Value = { kind: "list", items };
  const { elements, depth } = sizeOf(list);
  if (depth > MAX_NESTED)
    return poison(diagnostic("too-deep", { limit: MAX_NESTED, what: "lists" }, place()));
  return (elements > MAX_ELEMENTS ? tooManyElements("the list", elements, place()) : null) ?? list;
}
