import { columnsTensor } from "../formulas/mla.ts";
import type { LayerContext } from "../layerContext.ts";
import { mambaTensors } from "../model/mamba.ts";
import { recurrentColumns } from "../model/recurrent.ts";
import type { RecurrentInputs } from "../model/recurrentInputs.ts";
import { recurrentTraits } from "../model/recurrentTraits.ts";
import type { Saved } from "./saved.ts";

/**
 * What a recurrent mixer keeps between its input and the end of the layer's first half: what it projected, what the scan reads
 * where the convolution is not done again (Mamba-2's kernels do it again), the scan's result and the input of the output
 * projection. States between chunks are made again in backward (state-spaces/mamba; fla-org/flash-linear-attention).
 */
export function recurrentTensors<N>(ctx: LayerContext<N>, inputs: RecurrentInputs<N>): readonly Saved<N>[] {
  if (inputs.form === "columns") return mambaTensors(ctx, inputs);
  const { alg, x } = ctx;
  const { projected, mixed, values } = recurrentColumns(alg, inputs, x.tp);
  const tensor = (N: N, B_a: N = x.activationBytes): N =>
    alg.apply(columnsTensor, { B_a, s: x.localSeqLen, b: x.microBatch, N, t_s: x.one });
  return [
    { name: "projected", label: "values, gate, keys and queries", value: tensor(projected) },
    ...(recurrentTraits[inputs.of.kind].keepsMixed
      ? [{ name: "mixed", label: "what the scan reads", value: tensor(mixed) }]
      : []),
    { name: "scanned", label: "result of the scan", value: tensor(values) },
    {
      name: "projection_input",
      label: "input of the output projection",
      value: tensor(values, x.operandBytes),
    },
  ];
}
