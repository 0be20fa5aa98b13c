// Builds labextension/, the extension of JupyterLab and Notebook 7, with npm alone. esbuild turns src/lab into
// plain modules. @jupyter/builder turns those into JupyterLab's format, which provides its own packages.
import { spawnSync } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { resolve } = createRequire(import.meta.url);
const started = performance.now();
const { name, version, description, license } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8"),
);

// Built in a separate folder and swapped in whole. A failed build leaves the last good one, and two at once do not
// mix.
const work = join(root, `labextension.${process.pid}`);
try {
  await build({
    absWorkingDir: root,
    entryPoints: [
      { in: "src/lab/index.ts", out: "index" },
      { in: "src/lab/mime.ts", out: "mime" },
    ],
    outdir: work,
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    packages: "external",
    logLevel: "warning",
  });
  await writeFile(
    join(work, "package.json"),
    JSON.stringify({
      name,
      version,
      description,
      license,
      type: "module",
      main: "./index.js",
      dependencies: {},
      jupyterlab: { extension: true, mimeExtension: "mime.js", outputDir: "out" },
    }),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      resolve("@jupyter/builder/lib/build-labextension.js"),
      "--core-package-file",
      resolve("@jupyterlab/core-meta/core.package.json"),
      work,
    ],
    { cwd: work, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`@jupyter/builder failed\n${stdout}${stderr}`);
  // `jupyter labextension list` shows where the extension came from, and how to remove it.
  await writeFile(
    join(work, "out/install.json"),
    `${JSON.stringify({ packageManager: "npm", packageName: name, uninstallInstructions: "dtp kernel uninstall" }, null, 2)}\n`,
  );
  await rm(join(root, "labextension"), { recursive: true, force: true });
  await rename(join(work, "out"), join(root, "labextension"));
  console.error(`built labextension/ in ${((performance.now() - started) / 1000).toFixed(2)} s`);
} catch (error) {
  // esbuild has printed its own messages.
  if (!Array.isArray(error?.errors)) console.error(error);
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}
