import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { activePrefix, type Machine, type Target, thisMachine } from "./dataDir.ts";

/**
 * Folders of Python packages in which this target's Jupyter looks: those of the environment, or for the user
 * those of the user's Pythons and of the environment that is active in this shell. Only folders with Pygments, which
 * nbconvert colours cells with.
 */
export function sitePackages(target: Target, machine: Machine = thisMachine): readonly string[] {
  const active = activePrefix(machine);
  const found =
    target.kind === "prefix"
      ? inPrefix(target.prefix, machine)
      : [...ofUser(machine), ...(active === null ? [] : inPrefix(active, machine))];
  return [...new Set(found)].filter((folder) => existsSync(join(folder, "pygments")));
}

/** By the rules of Python's `sysconfig`, scheme `venv`. */
const inPrefix = (prefix: string, { platform }: Machine): readonly string[] =>
  platform === "win32"
    ? [join(prefix, "Lib", "site-packages")]
    : versions(join(prefix, "lib")).map((folder) => join(folder, "site-packages"));

/** By the rules of Python's `sysconfig`, schemes `posix_user`, `osx_framework_user` and `nt_user`. */
function ofUser({ platform, env, home }: Machine): readonly string[] {
  if (platform === "win32")
    return versions(join(env.APPDATA ?? join(home, "AppData", "Roaming"), "Python")).map((folder) =>
      join(folder, "site-packages"),
    );
  const framework = versions(join(home, "Library", "Python")).map((folder) =>
    join(folder, "lib/python/site-packages"),
  );
  const posix = versions(join(home, ".local/lib")).map((folder) => join(folder, "site-packages"));
  return platform === "darwin" ? [...framework, ...posix] : posix;
}

/** Folders of Python versions below a folder: `python3.12`, `Python312`, `3.12`. */
function versions(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(?:python)?3[.\d]*$/i.test(name))
    .map((name) => join(folder, name));
}
