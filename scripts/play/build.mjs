// `npm run build:play`: build/play/, the playground as a folder that any static host serves. With `--workers FOLDER` it takes
// the workers that `npm run build:web` has made there, which saves half a minute.
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "../web/webBundles.mjs";
import { buildPage } from "./playPage.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const started = performance.now();
const at = process.argv.indexOf("--workers");
// Built in a separate folder and swapped in whole, like dist/.
const fresh = join(root, `build/play.${process.pid}`);
try {
  const scripts = join(fresh, "scripts");
  await mkdir(scripts, { recursive: true });
  if (at < 0) await buildWeb(root, scripts, ["runtimeWorker"]);
  else {
    const folder = process.argv[at + 1] ?? "";
    const names = (await readdir(folder)).filter(
      (name) => !["kernelWorker.js", "client.js", "pages.js"].includes(name),
    );
    for (const name of names) await cp(join(folder, name), join(scripts, name));
  }
  await buildPage(root, fresh, scripts);
  await rm(join(root, "build/play"), { recursive: true, force: true });
  await rename(fresh, join(root, "build/play"));
  console.error(`built build/play/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
} catch (error) {
  await rm(fresh, { recursive: true, force: true });
  // esbuild has printed its own messages.
  if (!Array.isArray(error?.errors)) console.error(error);
  process.exitCode = 1;
}
