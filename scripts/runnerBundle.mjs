// Main script of the runner that `dtp lock` writes, for the build and for its tests.
import { isAbsolute, join } from "node:path";
import { build } from "esbuild";
import { nodeScript } from "./kernelBundles.mjs";

/** Sources of the command that the runner replaces, by the end of their paths: it has fewer commands and no threads. */
const REPLACED = {
  "/commands/commands.ts": "src/cli/runner/commands.ts",
  "/evaluateInWorker.ts": "src/cli/runner/evaluateInWorker.ts",
};

/** Writes `runner.cjs` into `outdir`. Packages that only files of figures need are parts of the runner of their own. */
export async function buildRunner(root, outdir, version) {
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: "src/cli/main.ts", out: "runner" }],
    outdir: isAbsolute(outdir) ? outdir : join(root, outdir),
    ...nodeScript(version),
    external: ["plotly.js-*", "@resvg/resvg-js", "pdfkit", "svg-to-pdfkit"],
    plugins: [
      {
        name: "runner",
        setup({ onResolve }) {
          onResolve({ filter: /\/(commands|evaluateInWorker)\.ts$/ }, ({ path, importer }) => {
            if (importer.includes("/cli/runner/")) return undefined;
            const found = Object.entries(REPLACED).find(([end]) => path.endsWith(end));
            return found && { path: join(root, found[1]) };
          });
        },
      },
    ],
  });
}
