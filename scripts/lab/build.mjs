// Builds labextension/, the extension of JupyterLab and Notebook 7.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildChecker } from "../web/webBundles.mjs";
import { buildExtension } from "./buildExtension.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const started = performance.now();
const { name, version, description, license } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8"),
);

try {
  await buildExtension(
    root,
    join(root, "labextension"),
    { index: "src/lab/index.ts", mime: "src/lab/mime.ts" },
    { name, version, description, license, jupyterlab: { mimeExtension: "mime.js" } },
    async (folder) => {
      // The worker that finds mistakes while one types.
      await buildChecker(root, join(folder, "static"));
      // `jupyter labextension list` shows where the extension came from, and how to remove it.
      await writeFile(
        join(folder, "install.json"),
        `${JSON.stringify({ packageManager: "npm", packageName: name, uninstallInstructions: "dtp kernel uninstall" }, null, 2)}\n`,
      );
    },
  );
  console.error(`built labextension/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
} catch (error) {
  // esbuild has printed its own messages.
  if (!Array.isArray(error?.errors)) console.error(error);
  process.exitCode = 1;
}
