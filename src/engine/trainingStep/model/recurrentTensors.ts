import { columnsTensor } from "../../formulas/model/mla.ts";
import type { Saved } from "../kernels/saved.ts";
import type { LayerContext } from "./layerContext.ts";
import { mambaTensors } from "./mamba.ts";
import { mixing, recurrentColumns } from "./recurrent.ts";
import type { HeadInputs, RecurrentInputs } from "./recurrentInputs.ts";
import { recurrentTraits } from "./recurrentTraits.ts";

/**
 * Saved activations of a recurrent mixer: the input projection's result, the scan's result and the input of
 * the output projection. The scan's inputs are saved where the convolution is not recomputed (Mamba-2's
 * kernels recompute it). Backward recomputes the states between chunks (state-spaces/mamba;
 * fla-org/flash-linear-attention).
 */
export function recurrentTensors<N>(ctx: LayerContext<N>, inputs: RecurrentInputs<N>): readonly Saved<N>[] {
  if (inputs.form === "columns") return mambaTensors(ctx, inputs);
  const { alg, x } = ctx;
  const { s, t } = mixing(ctx);
  const { values } = recurrentColumns(alg, inputs, x.tp);
  const { mixed } = recurrentColumns(alg, inputs, t);
  const tensor = (N: N, s: N, B_a: N = x.activationBytes): N =>
    alg.apply(columnsTensor, { B_a, s, b: x.microBatch, N, t_s: x.one });
  return [
    { name: "projected", label: "values, gate, keys and queries", value: projectedTensor(ctx, inputs) },
    ...(recurrentTraits[inputs.of.kind].keepsMixed
      ? [{ name: "mixed", label: "what the scan reads", value: tensor(mixed, s) }]
      : []),
    { name: "scanned", label: "result of the scan", value: tensor(values, x.localSeqLen) },
    {
      name: "projection_input",
      label: "input of the output projection",
      value: tensor(values, x.localSeqLen, x.operandBytes),
      feeds: { targets: ["recurrent_out"] },
    },
  ];
}

/** Result of the input projection, B: a device's shard of the heads, over the whole sequence. */
export function projectedTensor<N>(ctx: LayerContext<N>, inputs: HeadInputs<N>): N {
  const { alg, x } = ctx;
  const { s, t } = mixing(ctx);
  const N = recurrentColumns(alg, inputs, t).projected;
  return alg.apply(columnsTensor, { B_a: x.activationBytes, s, b: x.microBatch, N, t_s: x.one });
}
