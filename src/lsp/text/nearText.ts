import type { File } from "../../dsl/ast/ast.ts";
import { LONG } from "./long.ts";

/** Number of statements at each side of a cursor that stay whole. */
const AROUND = 30;

/** Length up to which a statement far from the cursor stays whole, in UTF-16 units. */
const SHORT = 240;

/** Text for a completion: the place of the cursor in it, and the distance from there to the whole text. */
export interface NearText {
  readonly text: string;
  readonly offset: number;
  readonly moved: number;
}

/**
 * Text around a cursor. In a long file, definitions far from the cursor keep only their names, because a completion
 * reads all of its text.
 */
export function nearText(file: File, offset: number): NearText {
  const { text } = file.source;
  if (text.length <= LONG) return { text, offset, moved: 0 };
  const { items } = file;
  const at = items.findLastIndex(({ span }) => span.start <= offset);
  const first = Math.max(0, at - AROUND);
  const last = at + AROUND;
  const start = first === 0 ? 0 : (items[first]?.span.start ?? 0);
  const end = items[last]?.span.start ?? text.length;
  const head = heads(file, 0, first);
  const moved = start - head.length;
  return {
    text: `${head}${text.slice(start, end)}${heads(file, last, items.length)}`,
    offset: offset - moved,
    moved,
  };
}

function heads({ items, source }: File, from: number, to: number): string {
  let text = "";
  for (const item of items.slice(from, to)) {
    if (item.kind === "define") text += `${item.what} ${item.name.name} {}\n`;
    else if ("name" in item && item.span.end - item.span.start > SHORT)
      text += `${item.kind} ${item.name.name} = 0\n`;
    else if ("name" in item || item.kind === "import")
      text += `${source.text.slice(item.span.start, item.span.end)}\n`;
  }
  return text;
}
