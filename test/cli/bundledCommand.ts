import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The command's process and its evaluating thread, bundled from source before the file's tests into a folder that goes with them. */
export function bundledCommand(options: Pick<BuildOptions, "define" | "plugins">): {
  readonly folder: string;
  readonly script: string;
} {
  // Below node_modules, so that packages left out of the bundle resolve.
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(root, "node_modules/.cache/cli-test-"));
  beforeAll(async () => {
    await build({
      absWorkingDir: root,
      entryPoints: { dtp: "src/cli/main.ts", evaluateWorker: "src/cli/evaluateWorker.ts" },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      packages: "external",
      ...options,
    });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, script: join(folder, "dtp.js") };
}
