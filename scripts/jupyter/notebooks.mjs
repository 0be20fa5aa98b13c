// `npm run test:notebooks`: runs every committed notebook with the real kernel and compares its outputs.
// `-- --write` writes the new outputs instead. With names: only those files.
import { join } from "node:path";
import { buildAll, installKernel, makeEnvironment, python, root, run } from "./environment.mjs";

const ready = makeEnvironment() && buildAll({ extension: false }) && installKernel();
process.exit(
  ready && run(python, [join(root, "scripts/jupyter/notebooks.py"), ...process.argv.slice(2)]) ? 0 : 1,
);
