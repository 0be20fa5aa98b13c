import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/recurrent.ts";
import type { LayerContext } from "./layerContext.ts";
import { mambaFlops, mambaShard } from "./mamba.ts";
import type { HeadInputs, RecurrentInputs } from "./recurrentInputs.ts";
import { recurrentTraits } from "./recurrentTraits.ts";

/** Columns of a recurrent layer's tensors on one of `t` ranks. */
export interface RecurrentColumns<N> {
  /** Columns of the input projection. */
  readonly projected: N;
  /** Columns of values, keys and queries together. */
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

/**
 * Shape in which a device mixes tokens: the whole sequence, for its shard of the heads. All-to-alls of the
 * context-parallel ranks convert from sequence shards and back (NVIDIA/Megatron-LM,
 * megatron/core/ssm/mamba_context_parallel.py).
 */
export function mixing<N>({ alg, x, scenario }: LayerContext<N>): { readonly s: N; readonly t: N } {
  const t = scenario.plan.cp > 1 ? alg.apply(book.recurrentRanks, { t: x.tp, c: x.cp }) : x.tp;
  return { s: x.seqLen, t };
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

/** Forward FLOPs of `L` layers' projections (`matmuls`) and recurrences (`core`) for one sequence. */
export function recurrentFlops<N>(
  ctx: LayerContext<N>,
  inputs: RecurrentInputs<N>,
  L: N,
): { readonly matmuls: N; readonly core: N } {
  if (inputs.form === "columns") return mambaFlops(ctx, inputs, L);
  const { alg, x } = ctx;
  const { projected, values } = recurrentColumns(alg, inputs, x.one);
  const { a_r, d_p, d_n, of } = inputs;
  const { flops, source } = recurrentTraits[of.kind];
  const n_f = alg.constant("FLOPs of a token for each element of the state", flops, "FLOP", source);
  const s = x.seqLen;
  return {
    matmuls: alg.apply(book.recurrentForwardFlops, { L, s, h: x.dModel, N_i: projected, N_v: values }),
    core: alg.apply(book.recurrentCoreFlops, { n_f, L, s, a_r, d_p, d_n }),
  };
}
