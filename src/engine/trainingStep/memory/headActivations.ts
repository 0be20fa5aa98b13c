import * as activations from "../../formulas/memory/activations.ts";
import type { Attention } from "../../scenario/attention.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { Maker, MatmulName } from "../kernels/matmulName.ts";
import { keepsByOperator } from "../kernels/recomputed.ts";
import type { Saved } from "../kernels/saved.ts";
import { isRotary } from "../model/isRotary.ts";
import type { LayerContext } from "../model/layerContext.ts";

/** Saved activations of attention head by head, between the input of its projections and its core. */
export function headTensors<N>(ctx: LayerContext<N>, attention: Attention): readonly Saved<N>[] {
  const { alg, x, scenario, recompute } = ctx;
  const { gate, qkNorm } = optionsOf(attention);
  const heads = headOutput(ctx, x.activationBytes);
  const keyValue = {
    B_a: x.activationBytes,
    s: x.localSeqLen,
    b: x.microBatch,
    d_h: x.dHead,
    a_kv: x.kvHeads,
    t: x.tp,
  };
  const keys = (): N => alg.apply(activations.keyTensor, keyValue);
  const copies = scenario.plan.framework.rotaryCopies && isRotary(scenario.model);
  const normed = qkNorm !== "none";
  // The projection's result is the first of these tensors that exists.
  const made = (name: MatmulName, first: boolean): { readonly by?: Maker } => (first ? { by: name } : {});
  const saved: Saved<N>[] = [
    { name: "queries", label: "queries", value: heads, ...made("query", !copies && !normed) },
  ];
  if (keepsByOperator(recompute))
    saved.push(
      { name: "keys", label: "keys", value: keys(), ...made("key", !copies && !normed) },
      { name: "values", label: "values", value: keys(), by: "value" },
    );
  else
    saved.push({
      name: "keys_values",
      label: "keys and values",
      value: alg.apply(activations.keyValueTensors, keyValue),
    });
  if (copies)
    saved.push(
      {
        name: "projected_queries",
        label: "queries before the rotary embedding",
        value: heads,
        ...made("query", !normed),
      },
      {
        name: "projected_keys",
        label: "keys before the rotary embedding",
        value: keys(),
        ...made("key", !normed),
      },
    );
  if (gate)
    saved.push(
      { name: "gate", label: "gate of attention's output", value: heads, by: "attention_gate" },
      { name: "gated_output", label: "attention's output before its gate", value: heads, by: "attention" },
    );
  if (normed)
    saved.push(
      { name: "query_norm", label: "input of the queries' norm", value: heads, by: "query" },
      { name: "key_norm", label: "input of the keys' norm", value: keys(), by: "key" },
    );
  return saved;
}

/** Output of attention head by head, or its queries, B, in numbers of `B_a` bytes. */
export const headOutput = <N>({ alg, x }: LayerContext<N>, B_a: N): N =>
  alg.apply(activations.headsTensor, {
    B_a,
    s: x.localSeqLen,
    b: x.microBatch,
    a: x.heads,
    d_h: x.dHead,
    t: x.tp,
  });
