import type { Block, Document } from "./document.ts";

/** Document made of blocks and documents, in order. */
export function documentOf(...items: readonly (Block | Document)[]): Document {
  return { blocks: items.flatMap((item) => ("blocks" in item ? item.blocks : [item])) };
}
