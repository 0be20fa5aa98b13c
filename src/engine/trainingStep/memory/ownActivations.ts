import { ownSaved } from "../../formulas/compute/own.ts";
import type { Saved } from "../kernels/saved.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { ownInputs } from "../model/ownInputs.ts";

/** Tensors that a layer's own operators save for the backward pass. */
export function ownTensors<N>(ctx: LayerContext<N>): readonly Saved<N>[] {
  const { alg, x, scenario } = ctx;
  if (scenario.model.operators.length === 0) return [];
  return ownInputs(ctx)
    .filter(({ of }) => of.saved > 0)
    .map(({ of, saved: B_sv, ranks: t_op }) => ({
      name: "own",
      label: `tensors of ${of.name}`,
      value: alg.apply(ownSaved, { B_sv, s: x.localSeqLen, b: x.microBatch, t_op }),
    }));
}
