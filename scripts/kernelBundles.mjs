// Bundles of the kernel, for the build and for the tests of its process.
//
// They are CommonJS; everything else is built as modules. Node starts a script some 10 ms sooner than a module, on each of
// the kernel's two threads. Only a script's compiled code can be cached for the next process
// (`src/host/compiledModule.ts`).
import { readFile, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles: the kernel process, the thread of its sockets, its evaluator, and worker threads, which the
 * command and the library use too.
 */
const sources = {
  kernel: "src/kernel/main.ts",
  socketWorker: "src/kernel/socketWorker.ts",
  evaluation: "src/cli/evaluation.ts",
  thread: "src/host/thread.ts",
  evaluateWorker: "src/cli/evaluateWorker.ts",
  readerWorker: "src/cli/serve/readerWorker.ts",
};

/** Settings of a bundle that Node runs as a script. A script that runs from cached code, or finds packages by a `require` of its own, cannot import. */
export const nodeScript = (version) => ({
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "eof",
  outExtension: { ".js": ".cjs" },
  supported: { "dynamic-import": false },
  banner: { js: "var __here=require('node:url').pathToFileURL(__filename).href;" },
  define: { DTP_VERSION: JSON.stringify(version), "import.meta.url": "__here" },
  logLevel: "warning",
});

/**
 * Writes `kernel.cjs`, `socketWorker.cjs` and `evaluation.cjs` into `outdir`. `replaced` has sources to use
 * instead of the project's.
 */
export async function buildKernel(root, outdir, version, replaced = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries({ ...sources, ...replaced }).map(([out, entry]) => ({ in: entry, out })),
    outdir,
    ...nodeScript(version),
    external: ["zeromq", "plotly.js-*", "tslab", "typescript"],
  });
  const folder = isAbsolute(outdir) ? outdir : join(root, outdir);
  for (const name of Object.keys(sources)) await toAscii(join(folder, `${name}.cjs`));
}

/**
 * Escapes non-ASCII letters in a file. V8 stores a text with one letter beyond Latin-1 in twice the memory,
 * and esbuild leaves such letters in regular expressions.
 */
async function toAscii(path) {
  const text = await readFile(path, "utf8");
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  await writeFile(path, text.replace(/[^\0-\x7f]/g, escaped));
}
