/**
 * Program of `validation/by_hand/`: a measured run, written from public facts as a user would write it. Its
 * scenario is called `run`.
 */
export interface ByHandProgram {
  /** File name without its extension. */
  readonly name: string;
  readonly text: string;
  /** Id of the table row that the program is about. null for a run that no table has. */
  readonly row: string | null;
  /** Source of a run that no table has. null where the row names it. */
  readonly source: string | null;
}

/**
 * Reads the header of a by-hand program: `# row: ID` or `# source: NAME`. Throws unless the text has exactly
 * one of them.
 */
export function byHandProgram(name: string, text: string): ByHandProgram {
  const header = (key: string) => new RegExp(`^# ${key}: (.+)$`, "m").exec(text)?.[1]?.trim() ?? null;
  const [row, source] = [header("row"), header("source")];
  if ((row === null) === (source === null))
    throw new Error(`${name}.dtp: its header must have either \`# row: ID\` or \`# source: NAME\``);
  return { name, text, row, source };
}
