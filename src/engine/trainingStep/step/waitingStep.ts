import type { Algebra } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";

/** What is known of a step, s: its time, and what of that devices spend in kernels. */
export interface BareStep<N> {
  readonly seconds: N;
  readonly kernels: N;
}

/** A step of which only that is known: devices wait all other time. */
export function waitingStep<N>(alg: Algebra<N>, { seconds, kernels }: BareStep<N>): TimeEstimate<N> {
  const none = alg.constant("nothing", 0, "s", "definition");
  const part = (name: string, label: string, value: N, parts: readonly Breakdown<N>[]): Breakdown<N> => ({
    ...{ name: `time.${name}`, label, unit: "s" },
    ...{ value, parts },
  });
  const parts = [
    part("compute", "compute", kernels, [part("kernels", "kernels", kernels, [])]),
    part("communication", "communication", none, []),
  ];
  return {
    step: { name: "time", label: "step", unit: "s", value: seconds, parts },
    ...{ forward: none, backward: none },
  };
}
