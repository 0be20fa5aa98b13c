import type { Sweep } from "../../dsl/ast/ast.ts";
import type { Entry, Module, TableThreads } from "../../dsl/evaluate/index.ts";
import { type ProgramTexts, programTexts } from "./programTexts.ts";
import { RowsPass, rowsMemory } from "./rowsPass.ts";
import { SearchesAhead } from "./searchesAhead.ts";
import type { Threads, ThreadTask } from "./threads.ts";

/** Module, mode and overrides of a run, from which a worker thread gets the program. */
export type RunTexts = { readonly module: Module } & Pick<ProgramTexts, "mode" | "overrides">;

/**
 * Shares the tables of a session's runs with worker threads. Only one loop over rows is shared at a time, even where a
 * run reads a table from an earlier run.
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
    // A caller may have stopped the previous run at any point, without stopping the other threads.
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

/** Definition of a table in the program's own module; undefined for a table that an imported file defines. */
function entryOf(module: Module, isIt: (statement: Sweep) => boolean): Entry | undefined {
  return [...module.entries.values()].find(
    ({ statement }) => (statement?.kind === "sweep" || statement?.kind === "search") && isIt(statement),
  );
}
