// `npm run test:browser`: pages, JupyterLab and Notebook 7 in Chromium. Makes what it needs, then runs test/browser.
// With names: only those files. Pictures stay in .artefacts/.
import { join } from "node:path";
import { buildAll, installKernel, makeEnvironment, root, run } from "../jupyter/environment.mjs";

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const ok =
  makeEnvironment() &&
  buildAll({ extension: true }) &&
  installKernel() &&
  run(process.execPath, [
    vitest,
    "run",
    "--config",
    "test/browser/vitest.config.ts",
    ...process.argv.slice(2),
  ]);
process.exit(ok ? 0 : 1);
