// `npm run lab`: JupyterLab with the kernel and its extension, in an environment of its own, on the notebooks. More
// arguments go to JupyterLab: `npm run lab -- --no-browser --port 9999`. `--no-build` starts what was built last.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildAll,
  environment,
  installKernel,
  makeEnvironment,
  python,
  root,
} from "../jupyter/environment.mjs";
import { buildClassPage } from "../lite/buildClassPage.mjs";

console.error("Preparing JupyterLab in .venv (the first time takes a minute or two)");
const given = process.argv.slice(2);
const kept = given.includes("--no-build");
const passed = given.filter((argument) => argument !== "--no-build");
const ready = makeEnvironment() && (kept || (buildAll({ extension: true }) && installKernel()));
if (!ready) process.exit(1);
mkdirSync(join(root, "build/class"), { recursive: true });
writeFileSync(join(root, "build/class/index.html"), await buildClassPage("server"));
console.error("To start a class: the page files/build/class/index.html at JupyterLab's address");
const lab = spawn(
  python,
  // The whole repository can be browsed: examples, documents, the standard library.
  [
    "-m",
    "jupyterlab",
    `--ServerApp.root_dir=${root}`,
    "--LabApp.default_url=/lab/tree/notebooks",
    // A user needs only the server's address, not the rest of its log.
    "--Application.log_level=WARN",
    ...passed,
  ],
  { cwd: join(root, "notebooks"), env: environment, stdio: "inherit" },
);
// JupyterLab asks before it ends, and ends with the second signal.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => lab.kill("SIGTERM"));
lab.on("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
lab.on("exit", (code) => process.exit(code ?? 1));
