// Bundles and data of dist/, for the build and for tests of what is built.
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { buildKernel } from "./kernelBundles.mjs";
import { licenceTexts } from "./release/shipped.mjs";
import { buildRunner } from "./runnerBundle.mjs";
import { buildPage } from "./web/webBundles.mjs";

/**
 * Entries by output name, without the kernel's. Each runs by itself: a process, a worker thread, or an
 * import.
 */
const entries = {
  dtp: "src/cli/main.ts",
  index: "src/index.ts",
  languageServer: "src/cli/lsp/languageServer.ts",
};

/**
 * Writes the command, the kernel, the library and their data into the folder `fresh`. At run time nothing outside it is needed except
 * the packages in `external`.
 *
 * @param root the repository's folder
 * @param fresh the folder, as an absolute path
 */
export async function buildDist(root, fresh) {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([out, entry]) => ({ in: entry, out })),
    outdir: fresh,
    // Chunks are next to the entries, so that `import.meta.url` means dist/ in each of them.
    chunkNames: "[name]-[hash]",
    bundle: true,
    // Shared code and lazy imports become chunks, so that `dtp --help` loads little.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "eof",
    // The language server's packages are scripts, which ask for Node's modules by `require`.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    // Native code, browser code that is read as text, and packages that only figure files load.
    external: ["plotly.js-*", "@resvg/resvg-js", "pdfkit", "svg-to-pdfkit"],
    define: { DTP_VERSION: JSON.stringify(version) },
    logLevel: "warning",
  });
  await buildKernel(root, fresh, version);
  await buildRunner(root, fresh, version);
  await buildPage(root, join(fresh, "page"));
  await build({
    // Whole plotly.js for pages and trees. The package's own file is not minified and twice the size.
    entryPoints: [createRequire(import.meta.url).resolve("plotly.js-dist")],
    outfile: join(fresh, "plotly.min.js"),
    minify: true,
    legalComments: "eof",
    // A page is read as UTF-8, and the kernel's copy is compiled as Latin-1.
    charset: "ascii",
    logLevel: "error",
  });
  await copyTree(join(root, "src/std"), join(fresh, "std"), (name) => /\.(dtp|txt)$/.test(name));
  await copyTree(join(root, "src/cli/fonts"), join(fresh, "fonts"), () => true);
  await copyTree(join(root, "src/cli/new/templates"), join(fresh, "templates"), () => true);
  await copyTree(join(root, "docs/errors"), join(fresh, "errors"), (name) => name.endsWith(".md"));
  await writeFile(join(fresh, "LICENSES.txt"), licenceTexts(root));
  await copyFile(join(root, "docs/language.md"), join(fresh, "language.md"));
  await copyTree(join(root, "src/session/sheet"), join(fresh, "sheet"), (name) =>
    /^sheet(Types|Fields)\.ts$/.test(name),
  );
}

/** Copies the files that `wanted` accepts, with their folders. A missing source counts as empty. */
async function copyTree(from, to, wanted) {
  const names = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names) {
    if (!entry.isFile() || !wanted(entry.name)) continue;
    const source = join(entry.parentPath ?? entry.path, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}
