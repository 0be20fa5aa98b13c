import type { Breakdown } from "./breakdown.ts";

/** The part of a tree with this name, at any depth, or the tree itself; null where there is none. */
export function partOf<N>(tree: Breakdown<N>, name: string): Breakdown<N> | null {
  if (tree.name === name) return tree;
  for (const part of tree.parts) {
    const found = partOf(part, name);
    if (found) return found;
  }
  return null;
}
