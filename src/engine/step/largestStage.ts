import type { Part } from "../algebra.ts";
import type { Context } from "../context.ts";
import type { ParamsOfStages } from "../lora/loraParams.ts";
import type { StageParams } from "../model/stageParams.ts";

/** Parameters on a device of the stage with the most of them: all but routed experts, and those; null for a model without. */
export interface Largest<N> {
  readonly dense: N;
  readonly experts: N | null;
}

/** What is trained, which has gradients; null where no expert is trained. */
export interface LargestStage<N> extends Largest<N> {
  /** What ZeRO 3 gathers: frozen weights too. */
  readonly gathered: Largest<N>;
}

export function largestStage<N>(
  { alg }: Context<N>,
  { stages, experts, lora }: StageParams<N>,
): LargestStage<N> {
  const largest = (what: string, values: readonly (N | null)[]): N | null => {
    const parts: Part<N>[] = [];
    values.forEach((value, i) => {
      if (value !== null) parts.push({ label: `stage ${i}`, value });
    });
    return parts.length === 0 ? null : alg.max(what, "param", parts);
  };
  const of = (what: string, held: ParamsOfStages<N>): Largest<N> => ({
    dense: largest(`${what} on a device of the largest stage`, held.stages) ?? alg.sum(what, "param", []),
    experts: largest(`${what} of routed experts on a device of the largest stage`, held.experts),
  });
  const gathered = of("parameters", { stages, experts });
  return { gathered, ...(lora === null ? gathered : of("adapters", lora.adapters)) };
}
