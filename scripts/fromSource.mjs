import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Exports of a TypeScript module given as text, with imports relative to the project's root. Node 20 does not
 * read TypeScript, so it is bundled first. The bundle is under node_modules, where its external packages
 * resolve.
 */
export async function fromSource(contents) {
  const parent = join(root, "node_modules", ".cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "source-"));
  try {
    const outfile = join(folder, "bundle.mjs");
    await build({
      absWorkingDir: root,
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      // The bundle runs as if from the source, where the library is found relative to src/host.
      define: {
        "import.meta.url": JSON.stringify(pathToFileURL(join(root, "src", "host", "index.ts")).href),
      },
      logLevel: "warning",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
