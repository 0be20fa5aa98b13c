import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { Io } from "../io/io.ts";
import { gradescopeExport, gradescopeStudent, type Named, studentOf } from "./platforms.ts";
import { stemOf } from "./readKeys.ts";

/** File that a student handed in. */
export interface Submission extends Named {
  /** Path from the working directory. */
  readonly path: string;
  /** Folder of the student's own, which imports may read; null where students share a folder. */
  readonly folder: string | null;
  /** Name of nbgrader's assignment: the folder below the student's. */
  readonly assignment?: string;
  /** True for a student whose folder has no lesson. */
  readonly isEmpty?: true;
}

/** Folders that front ends write beside notebooks. */
const SKIPPED: ReadonlySet<string> = new Set([".ipynb_checkpoints", "__MACOSX", "node_modules"]);
const DEEPEST = 6;

/**
 * Submissions below a folder, sorted by student. A folder of the first level is a student; a file directly in the folder is
 * a student's who is called like it. The folder that nbgrader collects has students below `submitted`, and the one that Gradescope
 * exports a list of them. Names as learning platforms write them are shortened to the student's part.
 */
export async function submissionsIn(
  folder: string,
  io: Io,
): Promise<readonly Submission[] | { readonly problem: string }> {
  const given = resolve(io.cwd, folder);
  for (const one of [given, ...(await exportsIn(given))]) {
    const exported = await gradescopeExport(one);
    if (exported === null) continue;
    if ("problem" in exported) return exported;
    const found = exported.map((each) => inFolder(each.folder, each.students, io));
    return (await Promise.all(found)).flat().sort((a, b) => (a.student < b.student ? -1 : 1));
  }
  const only = await gradescopeStudent(given);
  if (only !== null) return inFolder(given, [only], io);
  const submitted = join(given, "submitted");
  const collected = await isFolder(submitted);
  const top = collected ? submitted : given;
  const found: Submission[] = [];
  for (const name of await namesIn(top)) {
    const path = join(top, name);
    if (await isFolder(path)) {
      const { student, ...about } = studentOf(name);
      for (const one of await inFolder(path, [student], io)) {
        const [assignment = "", ...rest] = relative(path, resolve(io.cwd, one.path)).split(sep);
        found.push({ ...one, ...about, ...(collected && rest.length > 0 ? { assignment } : {}) });
      }
    } else if (isLesson(name))
      found.push({ ...studentOf(stemOf(name)), path: shown(path, io), folder: null });
  }
  return withoutNamesakes(found);
}

/** Folders in which an export of Gradescope was unpacked. */
async function exportsIn(given: string): Promise<readonly string[]> {
  const names = await namesIn(given);
  return names.filter((name) => /^assignment_\w+_export$/.test(name)).map((name) => join(given, name));
}

/** Submissions of the students who own a folder. One who handed in a folder without a lesson is in the class, too. */
async function inFolder(folder: string, students: readonly string[], io: Io): Promise<readonly Submission[]> {
  const files = (await isFolder(folder)) ? await filesBelow(folder, 1) : [];
  return students.flatMap((student): readonly Submission[] =>
    files.length === 0
      ? [{ student, path: shown(folder, io), folder, isEmpty: true }]
      : files.map((file) => ({ student, path: shown(file, io), folder })),
  );
}

/** Submissions in which two students of the same name have their platform's numbers behind it. */
function withoutNamesakes(found: readonly Submission[]): readonly Submission[] {
  const numbers = new Map<string, Set<string | undefined>>();
  for (const { student, account } of found)
    numbers.set(student, (numbers.get(student) ?? new Set()).add(account?.number));
  return found.map((one) =>
    one.account && (numbers.get(one.student)?.size ?? 0) > 1
      ? { ...one, student: `${one.student} ${one.account.number}` }
      : one,
  );
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
