import type { Algebra } from "../algebra.ts";
import type { LayerContext } from "../context.ts";
import * as book from "../formulas/recurrent.ts";
import type { HeadRecurrent, Recurrent } from "../scenario/recurrent.ts";
import { type MambaInputs, mambaFlops, mambaInputs, mambaShard } from "./mamba.ts";

/** In which the three recurrences differ beside their shapes. */
interface Traits {
  /** Numbers of a token for each head that the input projection makes: step sizes, decays, strengths. */
  readonly scalars: number;
  /** Learned numbers of a head: decay, bias of the step, skip. */
  readonly numbers: number;
  readonly convBias: 0 | 1;
  /** The norm before the output projection: one gain for each column, or for each column of a head. */
  readonly norm: "all" | "head";
  /** FLOPs of a token for each element of the state. */
  readonly flops: number;
  /** What is written is first corrected by what the state holds: twice the products. */
  readonly corrects: boolean;
  /** Values, keys and queries after the convolution are kept for backward, not made again. */
  readonly keepsMixed: boolean;
  readonly source: string;
}

export const recurrentTraits: Readonly<Record<HeadRecurrent["kind"], Traits>> = {
  mamba2: {
    ...{ scalars: 1, numbers: 3, convBias: 1, norm: "all", flops: 7, corrects: false, keepsMixed: false },
    source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py; Megatron-LM, mamba_layer_flops",
  },
  gated_delta: {
    ...{ scalars: 2, numbers: 2, convBias: 0, norm: "head", flops: 8, corrects: true, keepsMixed: true },
    source: "Hugging Face transformers, modeling_qwen3_next.py; Megatron-LM, gated delta rule",
  },
  linear_attention: {
    ...{ scalars: 0, numbers: 0, convBias: 0, norm: "all", flops: 4, corrects: false, keepsMixed: true },
    source: "arXiv:2501.08313, section 2.2; Hugging Face transformers, modeling_minimax.py",
  },
};

/** The fields of a recurrence as numbers of the algebra. */
export type RecurrentInputs<N> = HeadInputs<N> | MambaInputs<N>;

/** Of one whose state is a matrix for each head. */
export interface HeadInputs<N> {
  readonly form: "heads";
  readonly of: HeadRecurrent;
  readonly a_r: N;
  readonly d_p: N;
  readonly a_g: N;
  readonly d_n: N;
  readonly s_c: N;
  readonly n_y: N;
  /** Parameters of a column's convolution. */
  readonly w_c: N;
  readonly n_q: N;
}

export function recurrentInputs<N>(alg: Algebra<N>, of: Recurrent): RecurrentInputs<N> {
  return of.kind === "mamba" ? mambaInputs(alg, of) : headInputs(alg, of);
}

function headInputs<N>(alg: Algebra<N>, of: HeadRecurrent): HeadInputs<N> {
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

/** Columns of a recurrent layer's tensors on one of `t` ranks. */
export interface RecurrentColumns<N> {
  /** Of the input projection. */
  readonly projected: N;
  /** Values, keys and queries. */
  readonly mixed: N;
  readonly values: N;
}

export function recurrentColumns<N>(alg: Algebra<N>, inputs: HeadInputs<N>, t: N): RecurrentColumns<N> {
  const { a_r, d_p, a_g, d_n, n_y } = inputs;
  return {
    projected: alg.apply(book.recurrentColumns, { a_r, d_p, a_g, d_n, n_y, t }),
    mixed: alg.apply(book.recurrentMixed, { a_r, d_p, a_g, d_n, t }),
    values: alg.apply(book.recurrentValues, { a_r, d_p, t }),
  };
}

/** Parameters of a layer's recurrent mixer on one of `t` ranks. */
export function recurrentShard<N>(alg: Algebra<N>, inputs: RecurrentInputs<N>, h: N, t: N): N {
  if (inputs.form === "columns") return mambaShard(alg, inputs, h, t);
  const { projected, mixed, values } = recurrentColumns(alg, inputs, t);
  const N_n = recurrentTraits[inputs.of.kind].norm === "all" ? values : inputs.d_p;
  const { a_r, w_c, n_q } = inputs;
  return alg.apply(book.recurrentParams, {
    ...{ h, N_i: projected, N_v: values, w_c, N_m: mixed, n_q, a_r, N_n, t },
  });
}

/** FLOPs of `L` layers' projections and of their recurrences forward, one sequence. */
export function recurrentFlops<N>(
  ctx: LayerContext<N>,
  inputs: RecurrentInputs<N>,
  L: N,
): { readonly products: N; readonly core: N } {
  if (inputs.form === "columns") return mambaFlops(ctx, inputs, L);
  const { alg, x } = ctx;
  const { projected, values } = recurrentColumns(alg, inputs, x.one);
  const { a_r, d_p, d_n, of } = inputs;
  const { flops, source } = recurrentTraits[of.kind];
  const n_f = alg.constant("FLOPs of a token for each element of the state", flops, "FLOP", source);
  const s = x.seqLen;
  return {
    products: alg.apply(book.recurrentForwardFlops, { L, s, h: x.dModel, N_i: projected, N_v: values }),
    core: alg.apply(book.recurrentCoreFlops, { n_f, L, s, a_r, d_p, d_n }),
  };
}
