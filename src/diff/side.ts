import type { World } from "../session/index.ts";

/** A compared program, with the world that its imports are read from. */
export interface Side {
  readonly name: string;
  readonly text: string;
  readonly world: World;
  /** True where no such file exists. */
  readonly absent: boolean;
}
