import { bestOf, type Contender, frontOf } from "./standing.ts";

/** Merges the best candidates of each part of a shared search into the best that one undivided search finds, in its order. */
export function mergeParts(
  parts: readonly (readonly Contender[])[],
  { keep, front }: { readonly keep: number; readonly front: boolean },
): readonly Contender[] {
  const standing = front ? frontOf() : bestOf(keep);
  for (const contender of parts.flat()) standing.offer(contender);
  return standing.best;
}
