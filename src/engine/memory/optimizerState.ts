import type { Part } from "../algebra.ts";
import * as book from "../formulas/compute/optimizers.ts";
import { repeatedParams } from "../formulas/model/params.ts";
import type { ModelContext } from "../layerContext.ts";
import { trainedMatrices } from "../lora/trainedMatrices.ts";
import { overKinds } from "../model/layersOfKind.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import type { LayerMatrices, WeightMatrices } from "../model/weightMatrices.ts";
import { optimizerTraits } from "../step/optimizers.ts";

/** What a stage's optimizer keeps by matrix, unsharded, or of a layer's matrices what it counts. */
export interface MatrixState<N> {
  readonly dense: N;
  readonly experts: N | null;
}

/** The state of a stage's optimizer beside its moments, B; null for optimizers that keep none. `P` is all but routed experts. */
export function matrixState<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  P: N,
  shards: MatrixState<N>,
): N | null {
  const { alg, x, scenario } = ctx;
  const { optimizer, shampoo } = scenario.plan;
  const { matrices } = optimizerTraits[optimizer];
  if (matrices === null) return null;
  if (matrices === "orthogonal") {
    const { dense } = stageMatrices(ctx, stage, false, "param", ({ n, rows, columns }) =>
      alg.apply(book.matrixNumbers, { n, n_a: rows, n_b: columns }),
    );
    return alg.apply(book.ownMoments, { B_o: x.momentBytes, P, P_x: dense, n_s: shards.dense });
  }
  const n_k = shampoo && alg.input("plan.optimizer.block", shampoo.block, "1");
  const numbers = stageMatrices(ctx, stage, false, "1", ({ n, rows, columns }) =>
    n_k
      ? alg.apply(book.preconditionerNumbers, { n, n_a: rows, n_b: columns, n_k })
      : alg.apply(book.factoredNumbers, { n, n_a: rows, n_b: columns }),
  );
  const bytes = (n: N, n_s: N): N => alg.apply(book.extraState, { B_x: x.floatBytes, n, n_s });
  const dense = bytes(numbers.dense, shards.dense);
  if (numbers.experts === null) return dense;
  return alg.sum("the optimizer's state by matrix", "B", [
    { label: "all but routed experts", value: dense },
    { label: "routed experts", value: bytes(numbers.experts, shards.experts ?? x.one) },
  ]);
}

/** The sum of what `of` says of each matrix that is trained in a stage's layers. */
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
