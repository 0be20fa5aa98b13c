// Builds an extension of JupyterLab with npm alone. esbuild turns its source into plain modules. @jupyter/builder turns those into
// JupyterLab's format, which provides its own packages.
import { spawnSync } from "node:child_process";
import { rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

const { resolve } = createRequire(import.meta.url);

/**
 * Builds an extension into the folder `out`, which is replaced whole. A failed build leaves the last good one, and two at once do not mix.
 *
 * @param root the repository's folder
 * @param entries source files by output name; `index` is the extension
 * @param manifest fields of the extension's package.json
 * @param also what else to write: it gets the folder that becomes `out`
 */
export async function buildExtension(root, out, entries, manifest, also = async () => {}) {
  const work = `${out}.${process.pid}`;
  try {
    await build({
      absWorkingDir: root,
      entryPoints: Object.entries(entries).map(([name, path]) => ({ in: path, out: name })),
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
        type: "module",
        main: "./index.js",
        dependencies: {},
        ...manifest,
        jupyterlab: { extension: true, outputDir: "out", ...manifest.jupyterlab },
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
    await also(join(work, "out"));
    await rm(out, { recursive: true, force: true });
    await rename(join(work, "out"), out);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
