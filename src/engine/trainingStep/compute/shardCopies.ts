import { vocabularyColumns } from "../../formulas/compute/shapes.ts";
import { matrixElements } from "../../formulas/model/lora.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "../inputs/context.ts";
import { moved, streamingTime } from "../kernels/kernels.ts";
import type { Operator, OperatorKind } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/**
 * Kernels that copy between FSDP's communication buffers and a layer's parameters: gathered weights out of a
 * buffer before the layer uses them, gradients into a buffer after it. They run in the compute stream, so no
 * computation hides them. Copies for gathers and scatters that run once a step are not counted.
 */
export function shardCopies<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  const { alg } = ctx;
  if (!copies(ctx.scenario.plan)) return [];
  const { dense, experts } = weightMatrices(ctx, false);
  const matrices = [...dense, ...experts].map(({ label, n, rows, columns }) => ({
    label,
    value: alg.apply(matrixElements, { n, n_a: rows, n_b: columns }),
  }));
  return [copied(ctx, "memory_bound", "layer", alg.sum("weights of the layer's matrices", "1", matrices))];
}

/** Kernels that copy between FSDP's communication buffers and the parameters and gradients of the head. */
export function headShardCopies<N>(ctx: Context<N>, label: string): readonly Operator<N>[] {
  const { alg, x } = ctx;
  if (!copies(ctx.scenario.plan)) return [];
  const N = alg.apply(vocabularyColumns, { V: x.vocab, t: x.tp, n: x.vocabMultiple });
  const elements = alg.apply(matrixElements, { n: x.one, n_a: x.dModel, n_b: N });
  return [copied(ctx, "vocabulary", label, elements)];
}

/**
 * True where the framework copies shards between buffers. Callers test this first, so that layers without
 * copies do not read how state is sharded and are memoised for more plans (`microBatchFactor`).
 */
const copies = (plan: Plan): boolean =>
  plan.framework.shardCopies !== "nothing" && plan.zero >= 2 && plan.dpShard > 1;

function copied<N>(ctx: Context<N>, kind: OperatorKind, label: string, elements: N): Operator<N> {
  const { alg, scenario } = ctx;
  const { framework, zero, reshardAfter, gradientScatter, precision } = scenario.plan;
  const pass = (what: string, bytes: number): N => streamingTime(ctx, moved(ctx, what, bytes), elements, 1);
  const none = (what: string): N => alg.constant(what, 0, "s", "nothing is copied");
  const whole = framework.shardCopies === "all" && zero === 3 && reshardAfter !== "step";
  const weights = (again: boolean): N =>
    again ? pass("weights copied: read and written", 2 * precision.gatherBytes) : none("weights copied");
  // Frozen weights have no gradients; under LoRA only the adapters have.
  const gradients =
    ctx.gradients === "weights" && gradientScatter === "micro_batch"
      ? pass(
          "gradients copied: read, and written as they are sent",
          precision.activationBytes + precision.reduceBytes,
        )
      : none("gradients copied");
  return {
    ...{ kind, label: `${label}, copies of shards`, recomputed: false },
    forward: weights(whole),
    backward: alg.sum("copies backward", "s", [
      { label: "copies of weight shards, backward", value: weights(whole && reshardAfter === "forward") },
      { label: "copies of gradient shards, backward", value: gradients },
    ]),
    weights: gradients,
  };
}
