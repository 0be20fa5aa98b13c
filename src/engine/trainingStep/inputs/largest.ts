import type { Part } from "../../core/algebra.ts";
import type { Context } from "./context.ts";

/** The largest of several parts. A single part is returned without a `max` in the derivation. */
export function largest<N>({ alg }: Context<N>, result: string, parts: readonly Part<N>[], unit = "B"): N {
  const [first, second] = parts;
  return first && !second ? first.value : alg.max(result, unit, parts);
}
