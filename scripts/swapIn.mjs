import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes a folder of the repository anew, and prints how long it took. `make` fills a separate folder, which then takes the place of the old
 * one: a failed build leaves the last good one, and two at once do not mix. A failure ends in the exit code.
 *
 * @param root the repository's folder
 * @param path the folder to make, from the root
 * @param make what fills a folder, which it gets as a path from the root
 */
export async function swapIn(root, path, make) {
  const started = performance.now();
  const fresh = `${path.replaceAll("/", ".")}.${process.pid}`;
  const [from, to] = [join(root, fresh), join(root, path)];
  try {
    await mkdir(from);
    await make(fresh);
    await mkdir(dirname(to), { recursive: true });
    await rm(to, { recursive: true, force: true });
    await rename(from, to);
    console.error(`built ${path}/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
  } catch (error) {
    await rm(from, { recursive: true, force: true });
    // esbuild has printed its own messages.
    if (!Array.isArray(error?.errors)) console.error(error);
    process.exitCode = 1;
  }
}
