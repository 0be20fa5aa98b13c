import type { Algebra } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";

/** Duration of a step, s, and the part of it in which kernels run, s. */
export interface BareStep<N> {
  readonly seconds: N;
  readonly kernels: N;
}

/** Time estimate of a step from its duration and kernel time alone; devices count as idle in the rest of the step. */
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
