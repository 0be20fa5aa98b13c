import { columnsTensor } from "../../formulas/model/mla.ts";
import type { Saved } from "../kernels/saved.ts";
import type { LayerContext } from "./layerContext.ts";
import { mambaTensors } from "./mamba.ts";
import { mixing, recurrentColumns } from "./recurrent.ts";
import type { HeadInputs, RecurrentInputs } from "./recurrentInputs.ts";
import { recurrentTraits } from "./recurrentTraits.ts";

/**
 * What a recurrent mixer keeps between its input and the end of the layer's first half: what it projected, what the scan reads
 * where the convolution is not done again (Mamba-2's kernels do it again), the scan's result and the input of the output
 * projection. States between chunks are made again in backward (state-spaces/mamba; fla-org/flash-linear-attention).
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

/** What the input projection made: a device's share of the heads, of the whole sequence, B. */
export function projectedTensor<N>(ctx: LayerContext<N>, inputs: HeadInputs<N>): N {
  const { alg, x } = ctx;
  const { s, t } = mixing(ctx);
  const N = recurrentColumns(alg, inputs, t).projected;
  return alg.apply(columnsTensor, { B_a: x.activationBytes, s, b: x.microBatch, N, t_s: x.one });
}
