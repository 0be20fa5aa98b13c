import type { Part } from "../../core/algebra.ts";
import * as book from "../../formulas/compute/own.ts";
import { recomputing } from "../kernels/recomputed.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { layersOfKind } from "../model/layersOfKind.ts";
import { ownInputs } from "../model/ownInputs.ts";

/** FLOPs of a step: `model` of its forward and backward passes, `hardware` with recomputation. */
export interface StepFlops<N> {
  readonly model: N;
  readonly hardware: N;
}

/** FLOPs of a step with those of the model's own operators. Returns `found` itself where there are none. */
export function withOwnFlops<N>(ctx: ModelContext<N>, found: StepFlops<N>): StepFlops<N> {
  const trained: Part<N>[] = [];
  const again: Part<N>[] = [];
  for (const kind of ctx.kinds) {
    const { alg, x, recompute, scenario } = kind;
    if (scenario.model.operators.length === 0) continue;
    const redone = recomputing({ recompute, framework: scenario.plan.framework })();
    const L = layersOfKind(ctx, kind);
    for (const { of, flops: F_op, backward: c_op } of ownInputs(kind)) {
      const shape = { B: x.trainedBatch, L, s: x.seqLen, F_op };
      const label = `FLOPs of ${of.name}, ${kind.of.several}`;
      trained.push({ label, value: alg.apply(book.ownStepFlops, { c_op, ...shape }) });
      if (redone)
        again.push({ label: `${label}, recomputed`, value: alg.apply(book.ownRepeatedFlops, shape) });
    }
  }
  if (trained.length === 0) return found;
  return {
    model: ctx.alg.sum("model FLOPs of a step", "FLOP", [
      { label: "model FLOPs without own operators", value: found.model },
      ...trained,
    ]),
    hardware: ctx.alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "hardware FLOPs without own operators", value: found.hardware },
      ...trained,
      ...again,
    ]),
  };
}
