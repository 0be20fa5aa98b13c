import type { Breakdown } from "./breakdown.ts";
import type { CollectiveEstimate, Estimate, MemoryEstimate } from "./estimate.ts";
import type { Inference } from "./inference.ts";
import type { Simulation } from "./simulation.ts";
import type { TimeEstimate } from "./timeEstimate.ts";

/**
 * The results a program can name on a scenario: `base.memory.peak`, `base.step_time`. One row each: the path after the
 * scenario, the base unit, a sentence for hover, and how to read it. Works on the numbers and on the derivations.
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
  /** What serving the trained model takes, and numbers of it; `inference` makes them from the scenario. */
  | (Row & { readonly kind: "inference" })
  | (Row & { readonly kind: "served"; readonly unit: string; read<N>(inference: Inference<N>): N | boolean })
  /** Kernels under the roofs of the device; `roofline` makes them from the scenario. */
  | (Row & { readonly kind: "roofline" })
  /** Where the plan's parallel groups lie on the machine; `peerGroups` makes them from the scenario. */
  | (Row & { readonly kind: "topology" })
  /** A chapter of the estimate that is shown as a whole; `has` says whether the scenario asks for it. */
  | (Row & { readonly kind: "chapter"; has<N>(estimate: Estimate<N>): boolean })
  /** Runs drawn by chance, and numbers of them; `simulation` makes them from the estimate. */
  | (Row & { readonly kind: "simulation" })
  | (Row & { readonly kind: "simulated"; readonly unit: string; read(simulation: Simulation): number })
  | (Row & { readonly kind: "comm"; read<N>(estimate: Estimate<N>): readonly CollectiveEstimate<N>[] });

export interface Row {
  readonly path: string;
  readonly doc: string;
  /** Fields that `read` gives null without, for a message: `plan.tokens`. */
  readonly needs?: readonly string[];
}
