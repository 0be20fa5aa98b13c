import type { Breakdown } from "./breakdown.ts";
import type { CollectiveEstimate, Estimate, MemoryEstimate } from "./estimate.ts";
import type { Inference } from "./inference.ts";
import type { Simulation } from "./simulation.ts";
import type { TimeEstimate } from "./timeEstimate.ts";

/**
 * A result that a program can name on a scenario: `base.memory.peak`, `base.step_time`. A row has the path
 * after the scenario, the base unit, a sentence for hover, and a reader. The reader works on numbers and on
 * derivations.
 */
export type Output =
  | (Row & { readonly kind: "number"; readonly unit: string; read<N>(estimate: Estimate<N>): N | null })
  | (Row & { readonly kind: "truth"; read<N>(estimate: Estimate<N>): boolean })
  | (Row & {
      readonly kind: "breakdown";
      readonly unit: string;
      read<N>(estimate: Estimate<N>): Breakdown<N> | null;
    })
  | (Row & { readonly kind: "memory"; read<N>(estimate: Estimate<N>): MemoryEstimate<N> })
  | (Row & { readonly kind: "time"; read<N>(estimate: Estimate<N>): TimeEstimate<N> })
  /** The pipeline's passes; `timeline` makes them from the plan and these times. */
  | (Row & { readonly kind: "timeline"; read<N>(estimate: Estimate<N>): TimeEstimate<N> })
  /** Serving of the trained model, and numbers of it; `inference` makes them from the scenario. */
  | (Row & { readonly kind: "inference" })
  | (Row & { readonly kind: "served"; readonly unit: string; read<N>(inference: Inference<N>): N | boolean })
  /** Kernels in the device's roofline plot; `roofline` makes them from the scenario. */
  | (Row & { readonly kind: "roofline" })
  /** Placement of the plan's parallel groups on the machine; `peerGroups` makes it from the scenario. */
  | (Row & { readonly kind: "topology" })
  /** A chapter of the estimate that is shown as a whole; `has` is true where the scenario requests it. */
  | (Row & { readonly kind: "chapter"; has<N>(estimate: Estimate<N>): boolean })
  /** Randomly simulated runs, and numbers of them; `simulation` makes them from the estimate. */
  | (Row & { readonly kind: "simulation" })
  | (Row & { readonly kind: "simulated"; readonly unit: string; read(simulation: Simulation): number })
  | (Row & { readonly kind: "comm"; read<N>(estimate: Estimate<N>): readonly CollectiveEstimate<N>[] });

export interface Row {
  readonly path: string;
  readonly doc: string;
  /** Fields without which `read` gives null, for a message: `plan.tokens`. */
  readonly needs?: readonly string[];
}
