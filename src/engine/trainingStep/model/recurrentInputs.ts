import type { Algebra } from "../../core/algebra.ts";
import type { HeadRecurrent, Recurrent } from "../../scenario/recurrent.ts";
import { type MambaInputs, mambaInputs } from "./mambaInputs.ts";
import { recurrentTraits } from "./recurrentTraits.ts";

/** The fields of a recurrence as numbers of the algebra. */
export type RecurrentInputs<N> = HeadInputs<N> | MambaInputs<N>;

/** The fields of a recurrence whose state is one matrix for each head. */
export interface HeadInputs<N> {
  readonly form: "heads";
  readonly of: HeadRecurrent;
  readonly a_r: N;
  readonly d_p: N;
  readonly a_g: N;
  readonly d_n: N;
  readonly s_c: N;
  readonly n_y: N;
  /** Parameters of one column's convolution. */
  readonly w_c: N;
  readonly n_q: N;
}

export function recurrentInputs<N>(alg: Algebra<N>, of: Recurrent): RecurrentInputs<N> {
  return of.kind === "mamba" ? mambaInputs(alg, of) : headInputs(alg, of);
}

export function headInputs<N>(alg: Algebra<N>, of: HeadRecurrent): HeadInputs<N> {
  const at = (path: string, value: number, unit = "1"): N =>
    alg.input(`model.recurrent.${path}`, value, unit);
  const traits = recurrentTraits[of.kind];
  const fixed = (label: string, value: number): N => alg.constant(label, value, "1", traits.source);
  const delta = of.kind === "gated_delta";
  const linear = of.kind === "linear_attention";
  return {
    form: "heads",
    of,
    a_r: at("heads", of.heads),
    d_p: at("d_head", of.dHead),
    a_g: at(linear ? "heads" : delta ? "key_heads" : "groups", of.groups),
    d_n: at(linear ? "d_head" : delta ? "d_key" : "d_state", of.dState),
    s_c: at("chunk", of.chunk, "token"),
    n_y: fixed("numbers of a token for each head", traits.scalars),
    w_c: fixed("taps and bias of the convolution of a column", of.conv === 0 ? 0 : of.conv + traits.convBias),
    n_q: fixed("learned numbers of a head", traits.numbers),
  };
}
