import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { shownPath } from "../io/shownPath.ts";

const skipped = new Set(["node_modules", "dist"]);

/**
 * Program files that operands name. A file and `-` are taken as they are. A folder becomes every .dtp file
 * below it, sorted by name, without hidden folders, `node_modules` and `dist`. Duplicates are dropped. Inside
 * a folder, a link counts only if it leads to a file of the folder, and pipes and devices are refused,
 * because the user has not named them. Without `keys`, a folder's keys to lessons are left out: they read what the
 * lesson defines, so that they are no programs by themselves.
 */
export async function findPrograms(
  operands: readonly string[],
  io: Io,
  { keys = true } = {},
): Promise<{ readonly files: readonly string[]; readonly problems: readonly string[] }> {
  const files = new Set<string>();
  const problems: string[] = [];
  for (const operand of operands) {
    if (operand === "-") {
      files.add(operand);
      continue;
    }
    const path = resolve(io.cwd, operand);
    try {
      if (!(await stat(path)).isDirectory()) {
        files.add(shownPath(path, io.cwd));
        continue;
      }
      const { programs: below, refused } = await programsBelow(path, await realpath(path));
      for (const [file, why] of refused) problems.push(`${shownPath(file, io.cwd)} ${why}`);
      if (below.length === 0 && refused.length === 0) problems.push(`there is no .dtp file below ${operand}`);
      const all = new Set(below);
      for (const file of below) if (keys || !isKey(file, all)) files.add(shownPath(file, io.cwd));
    } catch (error) {
      problems.push(fileProblem(operand, error));
    }
  }
  return { files: [...files], problems };
}

/** True for a file in a folder `keys` beside a lesson of the same name. */
const isKey = (file: string, all: ReadonlySet<string>): boolean =>
  basename(dirname(file)) === "keys" && all.has(join(dirname(dirname(file)), basename(file)));

interface Below {
  readonly programs: string[];
  /** Refused files, each with a reason that is worded to follow the file's name. */
  readonly refused: (readonly [file: string, why: string])[];
}

/** Program files below a folder. `top` is the resolved folder that links must not leave. */
async function programsBelow(folder: string, top: string): Promise<Below> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Below = { programs: [], refused: [] };
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name.startsWith(".") || skipped.has(entry.name)) continue;
      const inside = await programsBelow(path, top);
      found.programs.push(...inside.programs);
      found.refused.push(...inside.refused);
    } else if (entry.name.endsWith(".dtp")) {
      const why = entry.isFile() ? null : await whyNotRead(path, top);
      if (why === null) found.programs.push(path);
      else found.refused.push([path, why]);
    }
  }
  return found;
}

/** Reason why a link or special file is refused. null for a link to a file of the folder. */
async function whyNotRead(path: string, top: string): Promise<string | null> {
  const target = await realpath(path).catch(() => null);
  if (target === null) return "is a link to a file that does not exist";
  if (!target.startsWith(top.endsWith(sep) ? top : top + sep))
    return "is a link to a file outside the folder; name that file itself to read it";
  return (await stat(target)).isFile() ? null : "is not a regular file";
}
