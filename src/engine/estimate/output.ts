import type { Breakdown } from "./breakdown.ts";
import type { CollectiveEstimate, Estimate, MemoryEstimate } from "./estimate.ts";
import type { Inference } from "./inference.ts";
import type { PoolEstimate } from "./poolEstimate.ts";
import type { RlEstimate } from "./rl.ts";
import type { ServingLoad } from "./servingLoad.ts";
import type { Simulation } from "./simulation.ts";
import type { TimeEstimate } from "./timeEstimate.ts";

/**
 * Result that a program can name on a scenario, as in `base.memory.peak` or `base.step_time`. It has a path
 * after the scenario's name, a base unit, a sentence for hover, and a reader. The reader works on numbers and
 * on derivations.
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
  /**
   * Passes of the pipeline over time. `timeline` computes them from the plan and the times that `read` returns.
   */
  | (Row & { readonly kind: "timeline"; read<N>(estimate: Estimate<N>): TimeEstimate<N> })
  /**
   * Serving of the trained model, computed by `inference` from the scenario. A `served` row is one number of
   * this result.
   */
  | (Row & { readonly kind: "inference" })
  | (Row & { readonly kind: "served"; readonly unit: string; read<N>(inference: Inference<N>): N | boolean })
  /**
   * Serving under arriving requests, simulated from the scenario. A `loaded` row is one number of it; a steady one exists
   * only where fewer requests arrive than can be served.
   */
  | (Row & { readonly kind: "load" })
  | (Row & {
      readonly kind: "loaded";
      readonly unit: string;
      readonly isSteady: boolean;
      read<N>(load: ServingLoad<N>): N | null;
    })
  /** An iteration of RL post-training, computed by `rl` from the scenario. A `reinforced` row is one number of it. */
  | (Row & { readonly kind: "rl" })
  | (Row & { readonly kind: "reinforced"; readonly unit: string; read<N>(rl: RlEstimate<N>): N | null })
  /** Kernels in the roofline plot of the device. `roofline` computes them from the scenario. */
  | (Row & { readonly kind: "roofline" })
  /** Placement of the plan's parallel groups on the machine. `peerGroups` computes it from the scenario. */
  | (Row & { readonly kind: "topology" })
  /**
   * Chapter of the estimate that is shown as a whole; `has` is true where the scenario requests this chapter.
   */
  | (Row & { readonly kind: "chapter"; has<N>(estimate: Estimate<N>): boolean })
  /**
   * Simulated runs with random failures, computed by `simulation` from the estimate. A `simulated` row is one
   * number of this result.
   */
  | (Row & { readonly kind: "simulation" })
  | (Row & { readonly kind: "simulated"; readonly unit: string; read(simulation: Simulation): number })
  /** Pools of unlike devices, as a table; null where all devices are alike. */
  | (Row & { readonly kind: "pools"; read<N>(estimate: Estimate<N>): readonly PoolEstimate<N>[] | null })
  | (Row & { readonly kind: "comm"; read<N>(estimate: Estimate<N>): readonly CollectiveEstimate<N>[] });

/** Fields that all kinds of output rows have: the path after the scenario's name, and a sentence for hover. */
export interface Row {
  readonly path: string;
  readonly doc: string;
  /** Paths of the fields without which `read` returns null, such as `plan.tokens`. Messages name them. */
  readonly needs?: readonly string[];
}
