import type { Algebra } from "../algebra.ts";
import { keptBatch } from "../formulas/stragglers.ts";
import type { Plan } from "../scenario.ts";

/** Sequences of a step whose gradients the weights see: all, but for those of replicas that nobody waits for. */
export function trainedBatch<N>(alg: Algebra<N>, { sync }: Plan, B: N, d: N): N {
  if (sync.kind !== "synchronous" || sync.backup === 0) return B;
  return alg.apply(keptBatch, { B, n_k: alg.input("plan.sync.backup", sync.backup, "1"), d });
}
