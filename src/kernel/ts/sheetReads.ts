/**
 * Record of the DTP names that a run of a TypeScript cell reads, directly or through variables of earlier
 * runs. A variable depends on everything that its run has read.
 */
export interface SheetReads {
  /** Begins a new run: forgets the reads of the previous one. Variables of earlier runs stay. */
  begin(): void;
  /** Records that the run reads a variable that a cell has declared. */
  variable(name: string): void;
  /** Records that the run reads DTP names. */
  sheet(names: Iterable<string>): void;
  /** Records that the run has declared these variables. */
  declare(names: Iterable<string>): void;
  /** DTP names that the run has read so far. */
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
