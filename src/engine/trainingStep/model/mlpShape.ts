import type { Algebra } from "../../core/algebra.ts";
import type { DenseMlp } from "../../scenario/mlp.ts";

export const isGated = (mlp: DenseMlp): boolean => mlp.kind === "swiglu" || mlp.kind === "geglu";

/** Number of matrices of an MLP, and of those that read the hidden state. */
export function mlpShape<N>(
  alg: Algebra<N>,
  mlp: DenseMlp,
): { readonly matrices: N; readonly upMatrices: N } {
  const gated = isGated(mlp);
  const source = gated ? "arXiv:2002.05202, eq. 6: gate, up, down" : "arXiv:1706.03762, eq. 2";
  return {
    matrices: alg.constant("matrices of the MLP", gated ? 3 : 2, "1", source),
    upMatrices: alg.constant("input matrices of the MLP", gated ? 2 : 1, "1", source),
  };
}
