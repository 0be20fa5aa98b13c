import type { World } from "../session/index.ts";

/** One of two programs that are compared, and where its imports are read. */
export interface Side {
  readonly name: string;
  readonly text: string;
  readonly world: World;
  /** There is no such file. */
  readonly absent: boolean;
}
