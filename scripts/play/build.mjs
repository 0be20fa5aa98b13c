// `npm run build:play`: build/play/, the playground as a folder that any static host serves.
import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../fromSource.mjs";
import { swapIn } from "../swapIn.mjs";
import { freshWeb } from "../web/freshWeb.mjs";
import { buildPlayPage } from "./playPage.mjs";

/** Files of dist/web/ that the playground has no use for. */
const OTHERS = ["kernelWorker.js", "client.js", "pages.js"];

await swapIn(root, "build/play", async (path) => {
  const folder = join(root, path);
  const scripts = join(folder, "scripts");
  await mkdir(scripts, { recursive: true });
  const web = await freshWeb(root);
  const names = (await readdir(web)).filter((name) => !OTHERS.includes(name));
  for (const name of names) await cp(join(web, name), join(scripts, name));
  await buildPlayPage(root, folder, scripts);
});
