import type { Module, TableThreads } from "../../dsl/evaluate/index.ts";
import { type ProgramTexts, programTexts } from "./programTexts.ts";
import { RowsPass, rowsMemory } from "./rowsPass.ts";
import type { Threads } from "./threads.ts";

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
    return {
      ...{ patience, worthwhile, stop },
      spread(statement, { from, count }, paths) {
        const entry = [...module.entries.values()].find((one) => one.statement === statement);
        if (!entry) return null;
        const work = rowsMemory(count, from, paths, 1 + others);
        const program = programTexts(module, { mode, imports, overrides });
        threads.begin({ program, table: entry.name, work });
        pass = new RowsPass(work);
        return pass;
      },
    };
  };
}
