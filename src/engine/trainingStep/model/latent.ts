import * as book from "../../formulas/model/mla.ts";
import { documentTokens } from "../packing/documents.ts";
import type { LatentInputs } from "./latentInputs.ts";
import type { LayerContext } from "./layerContext.ts";

/** Columns of the tensors of multi-head latent attention on a device. */
export interface LatentColumns<N> {
  /** Columns of the queries, which equal those of the keys. */
  readonly keys: N;
  /** Columns of the up-projection of keys and values. */
  readonly keyValues: N;
  readonly values: N;
  /** Columns of the compressed keys and values together with the shared rotary key. */
  readonly compressed: N;
}

export function latentColumns<N>({ alg, x }: LayerContext<N>, latent: LatentInputs<N>): LatentColumns<N> {
  const { d_r, d_v, r_kv } = latent;
  const heads = { a: x.heads, t: x.tp };
  return {
    keys: alg.apply(book.keyColumns, { d_h: x.dHead, d_r, ...heads }),
    keyValues: alg.apply(book.keyValueColumns, { d_h: x.dHead, d_v, ...heads }),
    values: alg.apply(book.valueColumns, { d_v, ...heads }),
    compressed: alg.apply(book.latentColumns, { r_kv, d_r }),
  };
}

/**
 * Parameters of a layer's latent attention on a tensor-parallel rank, including norms of the compressed
 * vectors.
 */
export function latentShard<N>({ alg, x }: LayerContext<N>, latent: LatentInputs<N>): N {
  const { r_q, r_kv, d_r, d_v } = latent;
  const shape = { h: x.dModel, r_kv, d_r, a: x.heads, d_h: x.dHead, d_v, t: x.tp };
  return r_q ? alg.apply(book.latentShard, { r_q, ...shape }) : alg.apply(book.latentShardPlainQuery, shape);
}

/** Forward FLOPs of the up-projections of `L` layers for one sequence. */
export function latentUpFlops<N>({ alg, x }: LayerContext<N>, latent: LatentInputs<N>, L: N): N {
  const { r_kv, d_r, d_v } = latent;
  const r_q = latent.r_q ?? alg.constant("queries are not compressed", 0, "1", "q_rank = 0");
  return alg.apply(book.latentUpFlops, { L, s: x.seqLen, a: x.heads, r_q, d_h: x.dHead, d_r, r_kv, d_v });
}

/** Forward FLOPs of `L` layers' projections (`matmuls`) and attention cores (`core`) for one sequence. */
export function latentFlops<N>(
  ctx: LayerContext<N>,
  { r_q, r_kv, d_r, d_v }: LatentInputs<N>,
  L: N,
): { readonly matmuls: N; readonly core: N } {
  const { alg, x } = ctx;
  const shape = { L, s: x.seqLen, h: x.dModel, a: x.heads, d_h: x.dHead, d_r, r_kv, d_v };
  const s_k = documentTokens(ctx) ?? x.seqLen;
  return {
    matmuls: r_q
      ? alg.apply(book.latentForwardFlops, { r_q, ...shape })
      : alg.apply(book.latentForwardFlopsPlainQuery, shape),
    core: alg.apply(book.latentCoreFlops, { L, s: x.seqLen, s_k, a: x.heads, d_h: x.dHead, d_r, d_v }),
  };
}
