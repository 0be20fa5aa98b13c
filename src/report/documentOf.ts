import type { Block, Document } from "./document.ts";

/** One document from blocks and documents, in order. */
export function documentOf(...items: readonly (Block | Document)[]): Document {
  return { blocks: items.flatMap((item) => ("blocks" in item ? item.blocks : [item])) };
}
