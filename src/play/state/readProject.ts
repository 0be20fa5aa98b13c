import { isFileName } from "./fileName.ts";
import type { Project, ProjectFile } from "./project.ts";

/** Largest number of files. */
const MOST_FILES = 50;
/** Largest length of all texts together. A program's own limit is 1 MB. */
export const MOST_TEXT = 2_000_000;
/** Largest number of chosen values, and the length of one. */
const MOST_CHOICES = 200;
const LONGEST_CHOICE = 2_000;
/** Path of a control. */
const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Parts of a project as they were read from outside: nothing is known of them. */
export interface UnreadProject {
  readonly files: unknown;
  readonly main?: unknown;
  readonly open?: unknown;
  readonly choices?: unknown;
}

/** Checks a project that comes from a link or a store. null where it is none. */
export function readProject({ files, main, open, choices }: UnreadProject): Project | null {
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES) return null;
  const read = files.flatMap((one): readonly ProjectFile[] => {
    if (!Array.isArray(one)) return [];
    const [name, text] = one as readonly unknown[];
    return typeof name === "string" && typeof text === "string" && isFileName(name) ? [{ name, text }] : [];
  });
  const names = read.map(({ name }) => name);
  if (read.length < files.length || new Set(names).size < names.length) return null;
  if (read.reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT) return null;
  const first = names.find(isProgram);
  if (first === undefined) return null;
  const shown = names.find((name) => name === main && isProgram(name)) ?? first;
  return {
    files: read,
    main: shown,
    open: names.find((name) => name === open) ?? shown,
    choices: readChoices(choices),
  };
}

/** True for a file that can run. */
export const isProgram = (name: string): boolean => /\.dtp$/i.test(name);

function readChoices(choices: unknown): Project["choices"] {
  if (typeof choices !== "object" || choices === null) return {};
  const read = Object.entries(choices).filter(
    (one): one is [string, string] =>
      PATH.test(one[0]) && typeof one[1] === "string" && one[1].length <= LONGEST_CHOICE,
  );
  return Object.fromEntries(read.slice(0, MOST_CHOICES));
}
