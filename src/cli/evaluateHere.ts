import { createWorld } from "../host/index.ts";
import { createSession } from "../session/index.ts";
import type { RunResult } from "../session/session.ts";
import type { EvaluateEvents, EvaluateRequest } from "./io.ts";

/** Evaluates a program on this thread; `interrupted` is polled. */
export function evaluateHere(
  { name, text, folder, root, overrides }: EvaluateRequest,
  events: EvaluateEvents,
  interrupted: () => boolean = () => false,
): RunResult {
  const session = createSession({ ...createWorld(folder, root), ...events, interrupted });
  return session.run(text, { name, mode: "file", overrides });
}
