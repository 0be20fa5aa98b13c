// Builds dist/: the command, the kernel, the library and the data they read. No code outside dist/ is needed at run
// time except the packages named in `external`.
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const started = performance.now();
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** Output name → entry. Each runs by itself: a process, a worker thread, or an import. */
const entries = {
  dtp: "src/cli/main.ts",
  evaluateWorker: "src/cli/evaluateWorker.ts",
  kernel: "src/kernel/main.ts",
  socketWorker: "src/kernel/socketWorker.ts",
  index: "src/index.ts",
};

await rm(join(root, "dist"), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: Object.entries(entries)
    .filter(([, entry]) => existsSync(join(root, entry)))
    .map(([out, entry]) => ({ in: entry, out })),
  outdir: "dist",
  // Beside the entries, so that `import.meta.url` means dist/ in every one of them.
  chunkNames: "[name]-[hash]",
  bundle: true,
  // Shared code and lazy imports become chunks, so that `dtp --help` and the kernel's first reply load little.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "eof",
  // Native code, browser code read as text, and what only %%ts cells and figures load.
  external: ["zeromq", "plotly.js-*", "happy-dom", "tslab", "typescript", "@resvg/resvg-js"],
  define: { DTP_VERSION: JSON.stringify(version) },
  logLevel: "warning",
});
await copyTree("src/std", "dist/std", (name) => /\.(dtp|txt)$/.test(name));
await copyTree("docs/errors", "dist/errors", (name) => name.endsWith(".md"));
const seconds = (performance.now() - started) / 1000;
console.error(`built dist/ in ${seconds.toFixed(2)} s`);

/** Copies the files that `wanted` accepts, folders and all; a missing source is an empty one. */
async function copyTree(from, to, wanted) {
  const names = await readdir(join(root, from), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names) {
    if (!entry.isFile() || !wanted(entry.name)) continue;
    const source = join(entry.parentPath ?? entry.path, entry.name);
    const target = join(root, to, source.slice(join(root, from).length));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}
