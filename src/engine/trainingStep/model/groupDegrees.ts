import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/communication/layerGroups.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "../inputs/context.ts";
import { scenarioInputs } from "../inputs/inputs.ts";

/**
 * Tensor-parallel degrees that groups of layers set (`strategies`), without the plan's own; empty where all layers have
 * the plan's.
 */
export function groupDegrees({
  recompute: { groups },
  tp,
}: Pick<Plan, "recompute" | "tp">): readonly number[] {
  if (groups === undefined) return [];
  return [...new Set(groups.map((group) => group.tp ?? tp))].filter((degree) => degree !== tp);
}

/**
 * Plan of the layers with tensor-parallel degree `tp`. They run on the same devices as the others: what a larger degree
 * takes, replicas lose, and each of them takes more of a micro-batch's sequences.
 */
export function planOfDegree(plan: Plan, tp: number): Plan {
  const dp = (plan.dp * plan.tp) / tp;
  return { ...plan, tp, dp, dpShard: dp, microBatch: (plan.microBatch * tp) / plan.tp };
}

/** Context of the layers with tensor-parallel degree `tp`. Its inputs follow from those of the plan. */
export function contextOfDegree<N>(base: Context<N>, tp: number): Context<N> {
  const { plan } = base.scenario;
  const alg = degreeAlgebra(base, tp);
  const scenario = { ...base.scenario, plan: planOfDegree(plan, tp) };
  return {
    alg,
    scenario,
    x: scenarioInputs(alg, scenario),
    layouts: base.layouts,
    gradients: base.gradients,
  };
}

/** An algebra in which the degrees and the micro-batch of a group of layers follow from the plan's. */
function degreeAlgebra<N>({ alg, x, scenario }: Context<N>, tp: number): Algebra<N> {
  const at = scenario.plan.recompute.groups?.findIndex((group) => group.tp === tp) ?? 0;
  const own = alg.input(`plan.strategies[${at}].tp`, tp, "1");
  return {
    ...alg,
    input(path, value, unit) {
      if (path === "plan.tp") return own;
      if (path === "plan.dp") return alg.apply(book.groupReplicas, { d: x.dp, t: x.tp, t_g: own });
      if (path === "plan.micro_batch")
        return alg.apply(book.groupMicroBatch, { b: x.microBatch, t: x.tp, t_g: own });
      return alg.input(path, value, unit);
    },
  };
}
