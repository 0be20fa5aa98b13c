/**
 * Names of the sheet that a run of a TypeScript cell reads, directly or through variables of earlier runs. A
 * variable depends on everything that its run has read.
 */
export interface SheetReads {
  /** Forgets what the previous run read. Its variables stay. */
  begin(): void;
  /** Records that the run reads a variable that a cell declared. */
  variable(name: string): void;
  /** Records that the run reads names of the sheet. */
  sheet(names: Iterable<string>): void;
  /** Records that the run declared these variables. */
  declare(names: Iterable<string>): void;
  /** Names that the run has read so far. */
  names(): ReadonlySet<string>;
  clear(): void;
}

export function sheetReads(): SheetReads {
  const behind = new Map<string, ReadonlySet<string>>();
  let read = new Set<string>();
  const add = (names: Iterable<string>): void => {
    for (const name of names) read.add(name);
  };
  return {
    begin() {
      read = new Set();
    },
    variable: (name) => add(behind.get(name) ?? []),
    sheet: add,
    declare(names) {
      for (const name of names) behind.set(name, read);
    },
    names: () => read,
    clear: () => behind.clear(),
  };
}
