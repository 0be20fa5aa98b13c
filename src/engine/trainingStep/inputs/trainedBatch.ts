import type { Algebra } from "../../core/algebra.ts";
import { keptBatch } from "../../formulas/step/stragglers.ts";
import { answeredBatch } from "../../formulas/step/sync.ts";
import type { Plan } from "../../scenario/plan.ts";
import { asked } from "./askedClients.ts";

/**
 * Number of sequences of a step whose gradients update the weights: the global batch `B`, less the sequences of backup
 * replicas that the step does not wait for, or of federated clients that are not selected or do not answer.
 */
export function trainedBatch<N>(alg: Algebra<N>, { sync }: Plan, B: N, d: N): N {
  if (sync.kind === "federated" && (sync.participation < 1 || sync.dropout > 0))
    return alg.apply(answeredBatch, {
      B,
      n_k: alg.constant("clients selected per round", asked(sync), "1", "clients * participation, rounded"),
      n_I: alg.input("plan.sync.clients", sync.islands, "1"),
      c_x: alg.input("plan.sync.dropout", sync.dropout, "1"),
    });
  if (sync.kind !== "synchronous" || sync.backup === 0) return B;
  return alg.apply(keptBatch, { B, n_k: alg.input("plan.sync.backup", sync.backup, "1"), d });
}
