import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Io } from "./io.ts";
import { fileProblem, shownPath } from "./readProgram.ts";

const skipped = new Set(["node_modules", "dist"]);

/**
 * Operands to files: a file stays, `-` stays, a folder becomes every .dtp file below it in order of name, without hidden
 * folders, `node_modules` and `dist`. A file named twice comes once.
 */
export async function findPrograms(
  operands: readonly string[],
  io: Io,
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
      const below = await programsBelow(path);
      if (below.length === 0) problems.push(`there is no .dtp file below ${operand}`);
      for (const file of below) files.add(shownPath(file, io.cwd));
    } catch (error) {
      problems.push(fileProblem(operand, error));
    }
  }
  return { files: [...files], problems };
}

async function programsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".") && !skipped.has(entry.name)) found.push(...(await programsBelow(path)));
    } else if (entry.name.endsWith(".dtp")) found.push(path);
  }
  return found;
}
