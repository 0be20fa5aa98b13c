import type { Maker } from "./productName.ts";
import type { Feeds } from "./readsInputs.ts";
import type { RecomputedModule } from "./recomputed.ts";

/** A tensor of a layer that backward needs, and the recomputation that makes keeping it unnecessary. */
export interface Saved<N> {
  readonly name: string;
  readonly label: string;
  readonly value: N;
  /** Any of several. */
  readonly module?: RecomputedModule | readonly RecomputedModule[];
  /** The matrices whose gradients are all that reads it; undefined where others do too. */
  readonly feeds?: Feeds;
  /** What made it, where a policy by operator may keep that; absent for what such a policy never keeps. */
  readonly by?: Maker;
}
