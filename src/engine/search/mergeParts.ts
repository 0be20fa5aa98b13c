import { bestOf, type Contender, frontOf } from "./standing.ts";

/** Merges the best candidates of all parts into the result of one undivided search, in equal order. */
export function mergeParts(
  parts: readonly (readonly Contender[])[],
  { keep, front }: { readonly keep: number; readonly front: boolean },
): readonly Contender[] {
  const standing = front ? frontOf() : bestOf(keep);
  for (const contender of parts.flat()) standing.offer(contender);
  return standing.best;
}
