import { prunedBytes } from "../../formulas/compute/sparsity.ts";
import { matrixElements } from "../../formulas/model/lora.ts";
import { streamingTime } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/** Number of weights of a layer's dense feed-forward on a device. */
export function feedForwardElements<N>(ctx: LayerContext<N>): N {
  const { alg } = ctx;
  const matrices = weightMatrices(ctx, false).dense.filter(
    ({ targets }) => targets.includes("up") || targets.includes("down"),
  );
  return alg.sum(
    "weights of the feed-forward's matrices",
    "1",
    matrices.map(({ label, n, rows, columns }) => ({
      label,
      value: alg.apply(matrixElements, { n, n_a: rows, n_b: columns }),
    })),
  );
}

/** Kernel that prunes a layer's feed-forward to 2:4 and compresses it, in every pass; none in dense plans. */
export function pruningOperators<N>(ctx: LayerContext<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (scenario.plan.sparsity === null) return [];
  const bytes = alg.apply(prunedBytes, { B_a: x.activationBytes });
  const forward = streamingTime(ctx, bytes, feedForwardElements(ctx), 2);
  const backward = alg.constant("backward", 0, "s", "the compressed weights are saved");
  return [
    { kind: "memory_bound", label: "pruning of weights to 2:4", forward, backward, recomputed: again("mlp") },
  ];
}
