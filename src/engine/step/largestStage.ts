import type { Part } from "../algebra.ts";
import type { Context } from "../context.ts";
import type { StageParams } from "../model/stageParams.ts";

/** Parameters on a device of the stage with the most of them. */
export interface LargestStage<N> {
  /** All but routed experts. */
  readonly dense: N;
  /** Routed experts; null for a model without. */
  readonly experts: N | null;
  /** What ZeRO 3 gathers, all but routed experts; `dense` too unless weights are frozen. */
  readonly gathered: N;
}

export function largestStage<N>(
  { alg }: Context<N>,
  { stages, experts, lora }: StageParams<N>,
): LargestStage<N> {
  const largest = (what: string, values: readonly N[]): N =>
    alg.max(
      what,
      "param",
      values.map((value, i) => ({ label: `stage ${i}`, value })),
    );
  const all = largest("parameters on a device of the largest stage", stages);
  if (lora !== null) {
    const dense = largest("adapters on a device of the stage with the most of them", lora.adapters);
    return { dense, experts: null, gathered: all };
  }
  const held: Part<N>[] = [];
  experts.forEach((value, i) => {
    if (value !== null) held.push({ label: `stage ${i}`, value });
  });
  return {
    dense: all,
    gathered: all,
    experts:
      held.length === 0 ? null : alg.max("routed experts on a device of the largest stage", "param", held),
  };
}
