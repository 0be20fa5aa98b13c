import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Names of files and folders that mark the root of a project. An empty `dtp.json` is enough. */
const MARKERS = [".git", "package.json", "dtp.json"];

/**
 * Folder that a program's imports may not leave: the nearest folder with a marker at or above the program's folder, or
 * the program's folder if there is none. The working directory does not matter; otherwise a program started in a home
 * folder could read all of it. The home folder and its parents are never a project.
 */
export function projectRoot(folder: string, home = homeFolder()): string {
  const own = realpathSync(folder);
  for (let at = own; at !== dirname(at) && !isAtOrAbove(at, home); at = dirname(at))
    if (MARKERS.some((marker) => existsSync(join(at, marker)))) return at;
  return own;
}

const isAtOrAbove = (folder: string, home: string | null): boolean =>
  home !== null && (home === folder || home.startsWith(join(folder, "/")));

function homeFolder(): string | null {
  try {
    return realpathSync(homedir());
  } catch {
    return null; // no entry for this user, or no such folder
  }
}
