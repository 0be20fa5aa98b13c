// `npm run build:web`: dist/web/, what a page loads to run DTP without a server. Not part of `npm run build`: the command
// and the kernel of a machine do not need it.
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "./webBundles.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const started = performance.now();
// Built in a separate folder and swapped in whole, like dist/.
const fresh = join(root, `dist.web.${process.pid}`);
try {
  await mkdir(fresh);
  await buildWeb(root, fresh);
  await mkdir(join(root, "dist"), { recursive: true });
  await rm(join(root, "dist/web"), { recursive: true, force: true });
  await rename(fresh, join(root, "dist/web"));
  console.error(`built dist/web/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
} catch (error) {
  await rm(fresh, { recursive: true, force: true });
  // esbuild has printed its own messages.
  if (!Array.isArray(error?.errors)) console.error(error);
  process.exitCode = 1;
}
