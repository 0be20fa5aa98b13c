import type { Part } from "../../core/algebra.ts";
import type { Context } from "./context.ts";

/** Largest value of several parts, in `unit`. The derivation shows a `max`, unless there is only one part. */
export function largest<N>({ alg }: Context<N>, result: string, parts: readonly Part<N>[], unit = "B"): N {
  const [first, second] = parts;
  return first && !second ? first.value : alg.max(result, unit, parts);
}
