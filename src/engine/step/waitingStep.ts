import type { Algebra } from "../algebra.ts";
import type { TimeEstimate } from "./timeEstimate.ts";

/** A step of which only its time is known, s: devices wait all along. */
export function waitingStep<N>(alg: Algebra<N>, seconds: N): TimeEstimate<N> {
  const none = alg.constant("nothing", 0, "s", "definition");
  const communication = {
    ...{ name: "time.communication", label: "communication", unit: "s" },
    ...{ value: none, parts: [] },
  };
  return {
    step: { name: "time", label: "step", unit: "s", value: seconds, parts: [communication] },
    ...{ forward: none, backward: none },
  };
}
