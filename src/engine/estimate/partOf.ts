import type { Breakdown } from "./breakdown.ts";

/**
 * Finds the part of a breakdown with the given name, at any depth. The breakdown itself counts too; null where
 * no part has the name.
 */
export function partOf<N>(tree: Breakdown<N>, name: string): Breakdown<N> | null {
  if (tree.name === name) return tree;
  for (const part of tree.parts) {
    const found = partOf(part, name);
    if (found) return found;
  }
  return null;
}
