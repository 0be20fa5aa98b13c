import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Bundles the kernel with the fake session and returns its entry file. Inside node_modules, so that zeromq is found. */
export async function buildKernel(): Promise<string> {
  const outdir = mkdtempSync(join(root, "node_modules/.dtp-kernel-"));
  await build({
    absWorkingDir: root,
    entryPoints: { kernel: "src/kernel/main.ts", socketWorker: "src/kernel/socketWorker.ts" },
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["zeromq"],
    define: { DTP_VERSION: JSON.stringify("0.0.0-test") },
    plugins: [
      {
        name: "fake session",
        setup(builder) {
          builder.onResolve({ filter: /\/loadEvaluation\.ts$/ }, () => ({
            path: join(root, "test/kernel/support/fakeEvaluation.ts"),
          }));
        },
      },
    ],
  });
  return join(outdir, "kernel.js");
}
