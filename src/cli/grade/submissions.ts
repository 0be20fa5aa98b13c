import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { stemOf } from "./readKeys.ts";

/** File that a student handed in. */
export interface Submission {
  readonly student: string;
  /** Path from the working directory. */
  readonly path: string;
  /** Folder of the student's own, which imports may read; null where students share a folder. */
  readonly folder: string | null;
  /** True for a student whose folder has no lesson. */
  readonly isEmpty?: true;
}

/** Folders that front ends write beside notebooks. */
const SKIPPED: ReadonlySet<string> = new Set([".ipynb_checkpoints", "__MACOSX", "node_modules"]);
const DEEPEST = 6;

/**
 * Submissions below a folder, sorted by student. A folder of the first level is a student; a file directly in the folder is
 * a student's who is called like it. The folder that nbgrader collects has students below `submitted`. Names as learning
 * platforms write them are shortened to the student's part.
 */
export async function submissionsIn(folder: string, io: Io): Promise<readonly Submission[]> {
  const given = resolve(io.cwd, folder);
  const submitted = join(given, "submitted");
  const top = (await isFolder(submitted)) ? submitted : given;
  const found: Submission[] = [];
  for (const name of await namesIn(top)) {
    const path = join(top, name);
    if (await isFolder(path)) {
      const files = await filesBelow(path, 1);
      for (const file of files) found.push({ student: studentOf(name), path: shown(file, io), folder: path });
      // A student who handed in a folder without a lesson is in the class, too.
      if (files.length === 0)
        found.push({ student: studentOf(name), path: shown(path, io), folder: path, isEmpty: true });
    } else if (isLesson(name))
      found.push({ student: studentOf(stemOf(name)), path: shown(path, io), folder: null });
  }
  return found;
}

const shown = (path: string, io: Io): string => relative(io.cwd, path) || basename(path);
const isLesson = (name: string): boolean => /\.(?:dtp|ipynb)$/.test(name);

async function filesBelow(folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (await isFolder(path)) {
      if (depth < DEEPEST) found.push(...(await filesBelow(path, depth + 1)));
    } else if (isLesson(name)) found.push(path);
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => !SKIPPED.has(name) && !name.startsWith(".")).sort();
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Student of a file or folder: `Ada Lovelace` of Moodle's `Ada Lovelace_4711_assignsubmission_file`, otherwise its name. */
export const studentOf = (name: string): string => name.replace(/_\d+_assignsubmission_file_?$/, "");
