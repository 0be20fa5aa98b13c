import * as kernels from "../../formulas/compute/kernels.ts";
import * as shapes from "../../formulas/compute/shapes.ts";
import * as activations from "../../formulas/memory/activations.ts";
import type { Saved } from "../kernels/saved.ts";
import type { Encoded, LayerContext } from "../model/layerContext.ts";

/**
 * Saved activations of a layer's cross-attention. The encoder's result is excluded: all layers share that
 * tensor.
 */
export function crossTensors<N>(
  ctx: LayerContext<N>,
  { tokens, local }: Encoded<N>,
  stream: N,
  operand: N,
): readonly Saved<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, model } = scenario;
  const b = x.microBatch;
  const t = x.tp;
  const B_a = x.activationBytes;
  const heads = alg.apply(activations.headsTensor, { B_a, s: x.localSeqLen, b, a: x.heads, d_h: x.dHead, t });
  const keyValues = alg.apply(activations.keyValueTensors, {
    B_a,
    s: local,
    b,
    d_h: x.dHead,
    a_kv: x.kvHeads,
    t,
  });
  const saved: Saved<N>[] = [
    { name: "cross_norm", label: "input of the norm before attention to the encoder", value: stream },
    {
      name: "cross_input",
      label: "input of the queries to the encoder",
      value: operand,
      module: "norms",
      feeds: { targets: ["query"] },
    },
    { name: "cross_queries", label: "queries to the encoder", value: heads },
    { name: "cross_keys_values", label: "keys and values of the encoder", value: keyValues },
    { name: "cross_output", label: "output of attention to the encoder", value: heads },
  ];
  if (plan.flashAttention) {
    const value = alg.apply(activations.softmaxStatistics, {
      B_f: x.floatBytes,
      a: x.heads,
      s: x.localSeqLen,
      b,
      t,
    });
    return [...saved, { name: "cross_statistics", label: "row statistics of its softmax", value }];
  }
  const n_x = alg.apply(shapes.scoreElements, { a: x.heads, s: x.localSeqLen, s_k: tokens, b, t });
  const scores = (name: string, label: string, B_x: N): Saved<N> => ({
    ...{ name, label, value: alg.apply(kernels.movedBytes, { B_x, n_x }), module: "attention" },
  });
  saved.push(scores("cross_softmax", "softmax output, encoder", B_a));
  if (model.dropout)
    saved.push(
      scores("cross_mask", "dropout mask of the scores, encoder", x.maskBytes),
      scores("cross_dropped", "dropout output, encoder", B_a),
    );
  return saved;
}
