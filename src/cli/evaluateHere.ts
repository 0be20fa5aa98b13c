import { createWorld } from "../host/index.ts";
import { createSession, type SearchRecord, type World } from "../session/index.ts";
import type { RunResult } from "../session/world/runResult.ts";
import type { EvaluateEvents, EvaluateRequest } from "./io/io.ts";
import { sha256 } from "./shards/sha256.ts";

/**
 * Evaluates a program on the calling thread. The evaluation polls `interrupted` and stops when it is true.
 */
export function evaluateHere(
  { name, text, folder, root, overrides, searches }: EvaluateRequest,
  events: EvaluateEvents,
  interrupted: () => boolean = () => false,
): RunResult {
  const world = { ...createWorld(folder, root), ...events, interrupted };
  const mode = "file";
  if (!searches) return createSession(world).run(text, { name, mode, overrides });
  const found = new Map<string, SearchRecord>();
  const known = new Map(searches.known.map((one) => [one.key, one]));
  const shared: World["searches"] = {
    share: searches.share,
    known: (key) => known.get(sha256(key)) ?? null,
    found: (one) => {
      // Keys are as long as descriptions of all plans, so they are hashed.
      const key = sha256(one.key);
      found.set(key, { ...one, key });
    },
  };
  const result = createSession({ ...world, searches: shared }).run(text, { name, mode, overrides });
  return { ...result, searches: [...found.values()] };
}
