// `npm run lab`: JupyterLab with the kernel and its extension, in an environment of its own, on the notebooks. More
// arguments go to JupyterLab: `npm run lab -- --no-browser --port 9999`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  buildAll,
  environment,
  installKernel,
  makeEnvironment,
  python,
  root,
} from "../jupyter/environment.mjs";

console.error("Preparing JupyterLab in .venv (the first time takes a minute or two)");
if (!makeEnvironment() || !buildAll({ extension: true }) || !installKernel()) process.exit(1);
const lab = spawn(
  python,
  // The whole repository can be browsed: examples, documents, the standard library.
  [
    "-m",
    "jupyterlab",
    `--ServerApp.root_dir=${root}`,
    "--LabApp.default_url=/lab/tree/notebooks",
    // Of the server's own talk only the address is for a reader.
    "--Application.log_level=WARN",
    ...process.argv.slice(2),
  ],
  { cwd: join(root, "notebooks"), env: environment, stdio: "inherit" },
);
// JupyterLab asks before it goes, and ends with the second.
process.on("SIGINT", () => undefined);
lab.on("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
lab.on("exit", (code) => process.exit(code ?? 1));
