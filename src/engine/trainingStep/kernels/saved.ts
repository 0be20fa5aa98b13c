import type { Maker } from "./matmulName.ts";
import type { Feeds } from "./readsInputs.ts";
import type { RecomputedModule } from "./recomputed.ts";

/** A tensor of a layer that backward needs, and the recomputation that makes saving it unnecessary. */
export interface Saved<N> {
  readonly name: string;
  readonly label: string;
  readonly value: N;
  /** Modules whose recomputation recreates the tensor: recomputing any one of them makes saving unnecessary. */
  readonly module?: RecomputedModule | readonly RecomputedModule[];
  /**
   * Weight matrices that have the tensor as input, where nothing but their gradients reads it in backward;
   * undefined where other kernels read it too.
   */
  readonly feeds?: Feeds;
  /**
   * Operation that produces the tensor, where checkpointing by operator may save it; absent where it never
   * saves it.
   */
  readonly by?: Maker;
}
