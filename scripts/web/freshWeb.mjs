import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Folder dist/web/ with the workers and the page's end of them. It is built where it is missing, or older than a source.
 *
 * @throws where the build fails
 */
export async function freshWeb(root) {
  const folder = join(root, "dist/web");
  const made = join(folder, "client.js");
  const built = existsSync(made) ? (await stat(made)).mtimeMs : 0;
  const newest = await Promise.all(
    ["src", "docs/errors", "scripts/web"].map((one) => newestIn(join(root, one))),
  );
  if (built < Math.max(...newest)) {
    const { status } = spawnSync(process.execPath, ["scripts/web/build.mjs"], {
      cwd: root,
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("`npm run build:web` failed");
  }
  return folder;
}

/** Time of the newest change below a folder, in ms. */
async function newestIn(folder) {
  const names = await readdir(folder, { recursive: true });
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return Math.max(...times);
}
