import type { Sweep } from "../../dsl/ast.ts";
import type { Entry, Module, TableThreads } from "../../dsl/evaluate/index.ts";
import { type ProgramTexts, programTexts } from "./programTexts.ts";
import { RowsPass, rowsMemory } from "./rowsPass.ts";
import { SearchesAhead } from "./searchesAhead.ts";
import type { Threads, ThreadTask } from "./threads.ts";

/** The part of a run that its texts alone do not tell. */
export type RunTexts = { readonly module: Module } & Pick<ProgramTexts, "mode" | "overrides">;

/**
 * Hands the tables of a session's runs to other threads. There is one loop over rows at a time, though a table that one run has
 * made is read by another.
 */
export function tableThreads(
  threads: Threads,
  imports: ProgramTexts["imports"],
): (run: RunTexts) => TableThreads {
  const { patience, worthwhile, count: others } = threads;
  let pass: RowsPass | null = null;
  const stop = (): void => {
    pass?.stop();
    pass = null;
    threads.stop();
  };
  return ({ module, mode, overrides }) => {
    // Of a run that was cut off wherever it was, other threads have heard nothing.
    stop();
    const begin = (table: string, work: ThreadTask["work"]) =>
      threads.begin({ program: programTexts(module, { mode, imports, overrides }), table, work });
    const searches = new Map<Sweep["name"], SearchesAhead | null>();
    const searchesOf = (of: Sweep["name"]): SearchesAhead | null => {
      const known = searches.get(of);
      if (known !== undefined) return known;
      const entry = entryOf(module, (one) => one.name === of);
      const made = entry ? new SearchesAhead(worthwhile, (work) => begin(entry.name, work)) : null;
      searches.set(of, made);
      return made;
    };
    return {
      ...{ patience, worthwhile, stop },
      get ahead() {
        return pass?.ahead ?? 0;
      },
      answer: (request) => searchesOf(request.of)?.answer(request) ?? null,
      spread(statement, { from, count }, paths) {
        const entry = entryOf(module, (one) => one === statement);
        if (!entry) return null;
        const work = rowsMemory(count, from, paths, 1 + others);
        begin(entry.name, work);
        pass = new RowsPass(work);
        return pass;
      },
    };
  };
}

/** A table of the program's own. */
function entryOf(module: Module, isIt: (statement: Sweep) => boolean): Entry | undefined {
  return [...module.entries.values()].find(
    ({ statement }) => (statement?.kind === "sweep" || statement?.kind === "search") && isIt(statement),
  );
}
