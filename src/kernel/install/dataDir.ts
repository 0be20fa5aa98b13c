import { homedir } from "node:os";
import { join, posix, win32 } from "node:path";

/**
 * Place to install kernels: for this user, or inside an environment (`prefix`), where that environment's
 * Jupyter finds them.
 */
export type Target = { readonly kind: "user" } | { readonly kind: "prefix"; readonly prefix: string };

/** Properties of a machine that decide where Jupyter keeps kernels. Tests replace the running machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const thisMachine: Machine = { platform: process.platform, env: process.env, home: homedir() };

/** Jupyter's data directory for a target, by the rules of jupyter_core (`jupyter --data-dir`). */
export function dataDir(target: Target, machine: Machine = thisMachine): string {
  const { platform, env, home } = machine;
  const path = platform === "win32" ? win32 : posix;
  if (target.kind === "prefix") return path.join(target.prefix, "share", "jupyter");
  if (env.JUPYTER_DATA_DIR) return env.JUPYTER_DATA_DIR;
  if (platform === "win32") return path.join(env.APPDATA ?? path.join(home, "AppData", "Roaming"), "jupyter");
  if (platform === "darwin") return path.join(home, "Library", "Jupyter");
  return path.join(env.XDG_DATA_HOME || path.join(home, ".local", "share"), "jupyter");
}

/** Path of the Python environment that is active in this shell, as `--sys-prefix` means it; null for none. */
export function activePrefix({ env }: Machine = thisMachine): string | null {
  return env.VIRTUAL_ENV || env.CONDA_PREFIX || null;
}

/**
 * Every Jupyter data directory whose kernels this user can run: the user's own, those that environment
 * variables name, and the system's.
 */
export function searchDirs(machine: Machine = thisMachine): string[] {
  const { platform, env } = machine;
  const dirs = [dataDir({ kind: "user" }, machine)];
  const separator = platform === "win32" ? ";" : ":";
  for (const dir of (env.JUPYTER_PATH ?? "").split(separator)) if (dir) dirs.push(dir);
  for (const prefix of [env.VIRTUAL_ENV, env.CONDA_PREFIX])
    if (prefix) dirs.push(dataDir({ kind: "prefix", prefix }, machine));
  if (platform === "win32") dirs.push(join(env.PROGRAMDATA ?? "C:\\ProgramData", "jupyter"));
  else dirs.push("/usr/local/share/jupyter", "/usr/share/jupyter");
  return [...new Set(dirs)];
}
