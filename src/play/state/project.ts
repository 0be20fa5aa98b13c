/** File of a project. Its name is a plain one: no folder, no space. */
export interface ProjectFile {
  readonly name: string;
  readonly text: string;
}

/** Files of the playground, and which of them is shown: all that a link carries. */
export interface Project {
  /** Files in the order of their tabs. At least one. */
  readonly files: readonly ProjectFile[];
  /** Name of the program whose results are shown. */
  readonly main: string;
  /** Name of the file in the editor. */
  readonly open: string;
  /** Values that the reader chose at controls, as texts of the language by their paths: `base.plan.tp` to `4`. */
  readonly choices: Readonly<Record<string, string>>;
}

/** Text of a file; null where the project has no such file. */
export const textOf = ({ files }: Project, name: string): string | null =>
  files.find((file) => file.name === name)?.text ?? null;
