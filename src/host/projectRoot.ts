import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Any of these makes a folder a project's. An empty `dtp.json` is enough where there is nothing else. */
const MARKERS = [".git", "package.json", "dtp.json"];

/**
 * The folder that a program's imports may not leave: the nearest one at or above its own that has a marker, else its own. Where the
 * command was started does not matter: from a home folder, a downloaded program could else read all of it. The home folder and what
 * is above it are nobody's project.
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
