import type { Algebra } from "../../core/algebra.ts";
import type { LatentFields } from "../../scenario/attention.ts";

/** The fields of multi-head latent attention as numbers of the algebra. */
export interface LatentInputs<N> {
  readonly name: "latent";
  /** Rank of compressed queries; null where queries are not compressed. */
  readonly r_q: N | null;
  readonly r_kv: N;
  readonly d_r: N;
  readonly d_v: N;
}

export function latentInputs<N>(alg: Algebra<N>, attention: LatentFields): LatentInputs<N> {
  const at = (path: string, value: number): N => alg.input(`model.attention.${path}`, value, "1");
  return {
    name: "latent",
    r_q: attention.qRank > 0 ? at("q_rank", attention.qRank) : null,
    r_kv: at("kv_rank", attention.kvRank),
    d_r: at("d_rope", attention.dRope),
    d_v: at("d_v", attention.dV),
  };
}
