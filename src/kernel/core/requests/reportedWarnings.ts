import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";

/** Record of the warnings that a notebook shows, so that a cell does not repeat a warning of another cell. */
export interface ReportedWarnings {
  /**
   * Splits a run's warnings into new ones, which are shown in full, and a line that names the cells that show the rest.
   * A cell shows its own warnings each time that it runs; `cell` is absent in a console.
   */
  report(warnings: readonly Diagnostic[], run: string, cell: string | undefined): SplitWarnings;
  /** Forgets the warnings of deleted cells. */
  forget(cells: readonly string[]): void;
  clear(): void;
}

export interface SplitWarnings {
  readonly full: readonly Diagnostic[];
  readonly again: string | null;
}

export function reportedWarnings(): ReportedWarnings {
  const reported = new Map<string, { readonly run: string; readonly cell: string | undefined }>();
  const forget = (cells: readonly string[]): void => {
    for (const [key, { cell }] of reported)
      if (cell !== undefined && cells.includes(cell)) reported.delete(key);
  };
  return {
    report(warnings, run, cell) {
      if (cell !== undefined) forget([cell]);
      const full = warnings.filter((one) => !reported.has(keyOf(one)));
      const others = warnings.flatMap((one) => reported.get(keyOf(one)) ?? []);
      for (const one of full) reported.set(keyOf(one), { run, cell });
      return { full, again: others.length === 0 ? null : againLine(others.map((one) => one.run)) };
    },
    forget,
    clear: () => reported.clear(),
  };
}

/**
 * Key by which two warnings are equal. A redefined cell gives its text a new name, so a changed scenario warns anew.
 */
function keyOf({ code, message, place }: Diagnostic): string {
  return [code, message, place?.source.name, place?.span?.start, place?.span?.end].join("\0");
}

function againLine(runs: readonly string[]): string {
  const warnings = runs.length === 1 ? "1 warning is" : `${runs.length} warnings are`;
  return `${warnings} shown at ${[...new Set(runs)].join(", ")}\n`;
}
