import type { Part } from "../../core/algebra.ts";
import type { Context } from "../inputs/context.ts";
import { weightsOf } from "../lora/weightsOf.ts";
import { type Weights, wholeWeights } from "../lora/wholeWeights.ts";
import type { DegreeParams } from "../model/degreeParams.ts";
import type { ParamsOfStages } from "../model/loraParams.ts";
import type { StageParams } from "../model/stageParams.ts";

/**
 * Largest value, over pipeline stages, of a quantity per device (such as parameters): for routed experts (`experts`,
 * null for a model without them) and for all other parameters (`dense`). The two largest stages may differ.
 */
export interface Largest<N> {
  readonly dense: N;
  readonly experts: N | null;
}

/**
 * Largest number of trained parameters per device over pipeline stages, and of bytes that are gathered. `experts` is
 * null where no routed expert is trained.
 */
export interface LargestStage<N> extends Largest<N> {
  /** Bytes of weights that ZeRO 3 gathers, including frozen weights. */
  readonly gathered: Largest<N>;
  /** Parts of `dense` by tensor-parallel degree; empty where all layers have the plan's. */
  readonly degrees: readonly DegreeParams<N>[];
}

export function largestStage<N>(ctx: Context<N>, params: StageParams<N>): LargestStage<N> {
  const { alg, x } = ctx;
  const { lora, trained } = params;
  const largest = (what: string, values: readonly (N | null)[], unit: "param" | "B"): N | null => {
    const parts: Part<N>[] = [];
    values.forEach((value, i) => {
      if (value !== null)
        parts.push({ label: `${unit === "B" ? "weights" : "parameters"} of a device of stage ${i}`, value });
    });
    return parts.length === 0 ? null : alg.max(what, unit, parts);
  };
  const of = (what: string, held: ParamsOfStages<N>, unit: "param" | "B" = "param"): Largest<N> => ({
    dense: largest(`${what} on a device of the largest stage`, held.stages, unit) ?? alg.sum(what, unit, []),
    experts: largest(`${what} of routed experts on a device of the largest stage`, held.experts, unit),
  });
  const bytes = (held: Weights<N>): N => wholeWeights(ctx, held, x.gatherBytes);
  if (lora === null) {
    const all = of("parameters", params);
    const whole = (P: N): N => bytes({ all: P, matrices: null, adapters: null });
    const gathered = {
      dense: whole(all.dense),
      experts: all.experts === null ? null : whole(all.experts),
    };
    const held = trained === null ? all : of("trained parameters", trained);
    return { gathered, degrees: degreesOfLargest(ctx, params), ...held };
  }
  const none = alg.sum("weights", "B", []);
  const each = (part: "stages" | "experts"): readonly (N | null)[] =>
    params[part].map((_, i) => {
      const held = weightsOf(params, part, i);
      return held === null ? null : bytes(held);
    });
  const whole = { stages: each("stages").map((Q) => Q ?? none), experts: each("experts") };
  return { gathered: of("weights", whole, "B"), degrees: [], ...of("adapters", lora.adapters) };
}

/** Parameters by tensor-parallel degree of the stage with most parameters on a device. */
function degreesOfLargest<N>(
  { alg }: Context<N>,
  { stages, byDegree }: StageParams<N>,
): readonly DegreeParams<N>[] {
  if (byDegree.every((degrees) => degrees.length === 0)) return [];
  let at = 0;
  stages.forEach((P, i) => {
    if (alg.less(stages[at] as N, P)) at = i;
  });
  return byDegree[at] ?? [];
}
