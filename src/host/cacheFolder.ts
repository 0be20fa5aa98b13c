import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where this user's programs keep what they can make again: `$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS,
 * `%LOCALAPPDATA%` on Windows. Never a folder that others may write to. Null where the user has no home.
 */
export function cacheFolder(): string | null {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const home = homeFolder();
  const parent =
    XDG_CACHE_HOME ||
    (process.platform === "win32"
      ? LOCALAPPDATA
      : home && join(home, ...(process.platform === "darwin" ? ["Library", "Caches"] : [".cache"])));
  return parent ? join(parent, "dtplan") : null;
}

function homeFolder(): string | null {
  try {
    return homedir() || null;
  } catch {
    return null; // no entry for this user
  }
}
