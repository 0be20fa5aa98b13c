import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Folder for files that can be regenerated: `$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS,
 * `%LOCALAPPDATA%` on Windows. Never a folder that other users may write to. Null for a user without a home.
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
