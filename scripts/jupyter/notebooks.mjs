// `npm run test:notebooks`: every committed notebook run by the real kernel, its outputs compared with the committed ones.
// `-- --write` keeps what came out instead; with names: only those files.
import { join } from "node:path";
import { buildAll, installKernel, makeEnvironment, python, root, run } from "./environment.mjs";

const ready = makeEnvironment() && buildAll({ extension: false }) && installKernel();
process.exit(
  ready && run(python, [join(root, "scripts/jupyter/notebooks.py"), ...process.argv.slice(2)]) ? 0 : 1,
);
