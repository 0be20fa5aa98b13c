// `npm run build:play`: build/play/, the playground as a folder that any static host serves.
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshWeb } from "../web/freshWeb.mjs";
import { buildPlayPage } from "./playPage.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const started = performance.now();
/** Files of dist/web/ that the playground has no use for. */
const OTHERS = ["kernelWorker.js", "client.js", "pages.js"];
// Built in a separate folder and swapped in whole, like dist/.
const fresh = join(root, `build/play.${process.pid}`);
try {
  const scripts = join(fresh, "scripts");
  await mkdir(scripts, { recursive: true });
  const web = await freshWeb(root);
  const names = (await readdir(web)).filter((name) => !OTHERS.includes(name));
  for (const name of names) await cp(join(web, name), join(scripts, name));
  await buildPlayPage(root, fresh, scripts);
  await rm(join(root, "build/play"), { recursive: true, force: true });
  await rename(fresh, join(root, "build/play"));
  console.error(`built build/play/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
} catch (error) {
  await rm(fresh, { recursive: true, force: true });
  // esbuild has printed its own messages.
  if (!Array.isArray(error?.errors)) console.error(error);
  process.exitCode = 1;
}
