/**
 * Which of the sheet's names a run of a TypeScript cell reads, itself or through variables of earlier runs. A variable
 * counts as made of all that its run has read.
 */
export interface SheetReads {
  /** Forgets what the run before has read; its variables stay. */
  begin(): void;
  /** The run reads a variable that a cell has declared. */
  variable(name: string): void;
  /** The run reads names of the sheet. */
  sheet(names: Iterable<string>): void;
  /** The run has declared these variables. */
  declare(names: Iterable<string>): void;
  /** What the run has read so far. */
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
