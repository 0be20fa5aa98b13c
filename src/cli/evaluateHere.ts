import { createWorld } from "../host/index.ts";
import { createSession, type SearchRecord, type Session, type World } from "../session/index.ts";
import type { RunResult } from "../session/world/runResult.ts";
import type { EvaluateEvents, EvaluateRequest } from "./io/io.ts";
import { sha256 } from "./shards/sha256.ts";

/**
 * Evaluates a program on the calling thread. The evaluation polls `interrupted` and stops when it is true.
 */
export function evaluateHere(
  { name, text, cells, folder, root, overrides, searches, texts }: EvaluateRequest,
  events: EvaluateEvents,
  interrupted: () => boolean = () => false,
): RunResult {
  const world = { ...createWorld(folder, root), ...events, interrupted };
  const mode = "file";
  if (!searches) {
    const session = createSession(world);
    const result = cells
      ? evaluateCells(cells, overrides, session, interrupted)
      : session.run(text, { name, mode, overrides, stays: texts === true });
    return texts ? { ...result, texts: session.sheet.texts() } : result;
  }
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

/**
 * Evaluates the cells of a notebook in order, as "Restart and run all cells" does. A cell with an error does not stop
 * the cells below it: a check reports all of them.
 */
function evaluateCells(
  cells: NonNullable<EvaluateRequest["cells"]>,
  overrides: readonly string[],
  session: Session,
  interrupted: () => boolean,
): RunResult {
  const results: RunResult[] = [];
  for (const { name, text } of cells) {
    results.push(session.run(text, { name, mode: "cell", overrides }));
    if (interrupted()) break;
  }
  return {
    outputs: results.flatMap(({ outputs }) => outputs),
    diagnostics: eachOnce(results.flatMap(({ diagnostics }) => diagnostics)),
    expectations: results.flatMap(({ expectations }) => expectations),
    interrupted: results.some((one) => one.interrupted),
  };
}

/** Diagnostics without repetitions: a warning about a scenario is given again by every cell that reads the scenario. */
function eachOnce(diagnostics: RunResult["diagnostics"]): RunResult["diagnostics"] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, place }) => {
    const key = JSON.stringify([code, message, place?.source.name, place?.span]);
    return !seen.has(key) && seen.add(key);
  });
}
