import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/compute/optimizers.ts";
import { repeatedParams } from "../../formulas/model/params.ts";
import type { ModelContext } from "./layerContext.ts";
import { overKinds } from "./layersOfKind.ts";
import { trainedMatrices } from "./trainedMatrices.ts";
import type { LayerMatrices, WeightMatrices } from "./weightMatrices.ts";

/** A quantity summed over the matrices of a stage or layer, such as unsharded optimizer state. */
export interface MatrixState<N> {
  readonly dense: N;
  readonly experts: N | null;
}

/** Sum of `of` over all trained matrices in a stage's layers. */
export function stageMatrices<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  whole: boolean,
  unit: "1" | "param" | "FLOP",
  of: (matrices: WeightMatrices<N>) => N,
): MatrixState<N> {
  const { alg } = ctx;
  const layers = ctx.kinds.map((kind) => trainedMatrices(kind, whole));
  const times = (n: N, x: N): N =>
    unit === "param"
      ? alg.apply(repeatedParams, { n, P_x: x })
      : alg.apply(unit === "FLOP" ? book.repeatedFlops : book.repeatedNumbers, { n, x });
  const over = (
    pick: (layer: Pick<LayerMatrices<N>, "dense" | "experts">) => readonly WeightMatrices<N>[],
  ): readonly Part<N>[] => {
    const found: Part<N>[] = [];
    for (const { label, n, value } of overKinds(ctx, stage, layers)) {
      const parts = pick(value).map((one) => ({ label: one.label, value: of(one) }));
      if (parts.length === 0) continue;
      found.push({ label, value: times(n, alg.sum("matrices of a layer", unit, parts)) });
    }
    return found;
  };
  const experts = over((layer) => layer.experts);
  return {
    dense: alg.sum(
      "matrices of a stage",
      unit,
      over((layer) => layer.dense),
    ),
    experts: experts.length === 0 ? null : alg.sum("matrices of routed experts", unit, experts),
  };
}
