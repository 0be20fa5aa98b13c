import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildKernel as bundleKernel } from "../../../scripts/kernelBundles.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Bundles the kernel with the fake session and returns its entry file. Inside node_modules, so that zeromq is found. */
export async function buildKernel(): Promise<string> {
  const outdir = mkdtempSync(join(root, "node_modules/.dtp-kernel-"));
  await bundleKernel(root, outdir, "0.0.0-test", { evaluation: "test/kernel/support/fakeEvaluation.ts" });
  return join(outdir, "kernel.cjs");
}
