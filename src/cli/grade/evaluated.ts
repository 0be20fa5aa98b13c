import { createWorld } from "../../host/index.ts";
import { createSession, type RunResult } from "../../session/index.ts";

/** Program to evaluate, with the folder that its imports start from and the one that they may not leave. */
export interface Evaluated {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
  readonly root: string;
  /** Time in milliseconds after which long loops end with what they have. Absent for no limit. */
  readonly limit?: number;
}

/** Result of a program on the calling thread. */
export function evaluated({ name, text, folder, root, limit }: Evaluated): RunResult {
  const end = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit;
  const interrupted = (): boolean => performance.now() > end;
  return createSession({ ...createWorld(folder, root), interrupted }).run(text, { name, mode: "file" });
}
