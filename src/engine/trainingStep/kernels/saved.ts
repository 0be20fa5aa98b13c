import type { Maker } from "./matmulName.ts";
import type { Feeds } from "./readsInputs.ts";
import type { RecomputedModule } from "./recomputed.ts";

/** A tensor of a layer that backward needs, and the recomputation that makes saving it unnecessary. */
export interface Saved<N> {
  readonly name: string;
  readonly label: string;
  readonly value: N;
  /** Modules whose recomputation recreates the tensor; any one of them suffices. */
  readonly module?: RecomputedModule | readonly RecomputedModule[];
  /** Matrices whose gradients alone read the tensor; undefined where others read it too. */
  readonly feeds?: Feeds;
  /** Producer of the tensor, where checkpointing by operator may save it; absent where it never does. */
  readonly by?: Maker;
}
