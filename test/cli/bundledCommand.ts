import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { buildKernel } from "../../scripts/kernelBundles.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The command's process and its evaluating thread, bundled from source before the file's tests into a folder that goes with them.
 * `evaluation` is a source file in place of the project's evaluation.
 */
export function bundledCommand(evaluation?: string): { readonly folder: string; readonly script: string } {
  // Below node_modules, so that packages left out of the bundle resolve.
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(root, "node_modules/.cache/cli-test-"));
  beforeAll(async () => {
    await build({
      absWorkingDir: root,
      entryPoints: { dtp: "src/cli/main.ts", languageServer: "src/cli/lsp/languageServer.ts" },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      packages: "external",
      define: { DTP_VERSION: '"0.0.0"' },
    });
    await buildKernel(root, folder, "0.0.0", evaluation === undefined ? {} : { evaluation });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, script: join(folder, "dtp.js") };
}
