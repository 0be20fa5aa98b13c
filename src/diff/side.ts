import type { World } from "../session/index.ts";

/** Program on one side of a comparison, with the world (file access) that its imports are read from. */
export interface Side {
  readonly name: string;
  readonly text: string;
  readonly world: World;
  /** True where the program's file does not exist. */
  readonly absent: boolean;
}
