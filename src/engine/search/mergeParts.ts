import { bestOf, type Contender, frontOf } from "./standing.ts";

/** The best of all candidates from the best of each part of them: what one search of all finds, in the same order. */
export function mergeParts(
  parts: readonly (readonly Contender[])[],
  { keep, front }: { readonly keep: number; readonly front: boolean },
): readonly Contender[] {
  const standing = front ? frontOf() : bestOf(keep);
  for (const contender of parts.flat()) standing.offer(contender);
  return standing.best;
}
