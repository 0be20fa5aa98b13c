import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/mamba.ts";
import type { Mamba } from "../../scenario/recurrent.ts";

/** The fields of a Mamba mixer as numbers of the algebra. */
export interface MambaInputs<N> {
  readonly form: "columns";
  readonly of: Mamba;
  readonly N_c: N;
  readonly d_n: N;
  readonly r_t: N;
  /** Columns of step sizes, keys and queries. */
  readonly N_b: N;
  readonly w_c: N;
  readonly n_q: N;
}

export function mambaInputs<N>(alg: Algebra<N>, of: Mamba): MambaInputs<N> {
  const at = (path: string, value: number): N => alg.input(`model.recurrent.${path}`, value, "1");
  const r_t = at("dt_rank", of.stepRank);
  const d_n = at("d_state", of.dState);
  return {
    form: "columns",
    of,
    N_c: at("d_inner", of.dInner),
    d_n,
    r_t,
    N_b: alg.apply(book.mambaInner, { r_t, d_n }),
    w_c: alg.constant("taps and bias of the convolution of a column", of.conv + 1, "1", SOURCE),
    n_q: alg.constant("norms of step sizes, keys and queries", of.innerNorms ? 1 : 0, "1", "model.recurrent"),
  };
}

export const SOURCE = "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py";
