import * as activations from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/model/mla.ts";
import type { LoraTarget } from "../../scenario/lora.ts";
import type { MatmulName } from "../kernels/matmulName.ts";
import type { Saved } from "../kernels/saved.ts";
import { latentColumns } from "../model/latent.ts";
import type { LatentInputs } from "../model/latentInputs.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Saved activations of latent attention, up to the input of its output projection. Compressed vectors before
 * and after their norms are saved for each tensor-parallel rank's share of the sequence. Queries, keys and
 * values are saved expanded, unless the up-projections are recomputed (arXiv:2412.19437, section 3.2.3).
 */
export function latentTensors<N>(ctx: LayerContext<N>, latent: LatentInputs<N>): readonly Saved<N>[] {
  const { alg, x } = ctx;
  const columns = latentColumns(ctx, latent);
  const tensor = (N: N, t_s: N): N =>
    alg.apply(book.columnsTensor, { B_a: x.activationBytes, s: x.localSeqLen, b: x.microBatch, N, t_s });
  const narrow = (
    name: string,
    label: string,
    N: N,
    targets: readonly LoraTarget[],
    by: MatmulName,
  ): readonly Saved<N>[] => [
    {
      name: `${name}_norm`,
      label: `input of the norm of the compressed ${label}`,
      value: tensor(N, x.seqSplit),
      by,
    },
    { name, label: `compressed ${label}`, value: tensor(N, x.seqSplit), feeds: { targets } },
  ];
  const module = "mla_up";
  return [
    ...(latent.r_q
      ? narrow("compressed_queries", "queries", latent.r_q, ["query", "query_up"], "query_down")
      : []),
    ...narrow("compressed_keys_values", "keys and values", latent.r_kv, ["key", "value", "kv_up"], "kv_down"),
    {
      name: "queries",
      label: "queries",
      value: tensor(columns.keys, x.one),
      module,
      by: latent.r_q ? "query_up" : "query",
    },
    { name: "keys", label: "keys", value: tensor(columns.keys, x.one), module, by: "kv_up" },
    { name: "values", label: "values", value: tensor(columns.values, x.one), module, by: "kv_up" },
  ];
}

/** Output of latent attention, B, as wide as the values of all heads. */
export function latentOutput<N>(ctx: LayerContext<N>, latent: LatentInputs<N>, B_a: N): N {
  const { alg, x } = ctx;
  return alg.apply(activations.headsTensor, {
    B_a,
    s: x.localSeqLen,
    b: x.microBatch,
    a: x.heads,
    d_h: latent.d_v,
    t: x.tp,
  });
}
