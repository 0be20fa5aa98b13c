// Python environment of the Jupyter scripts: .venv, kept until the pinned versions change.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const venv = join(root, ".venv");
const bin = join(venv, process.platform === "win32" ? "Scripts" : "bin");
export const python = join(bin, "python");
const requirements = join(root, "test/jupyter/requirements.txt");

/** Environment variables that isolate the scripts from the user's own Jupyter, in both directions. */
export const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  VIRTUAL_ENV: venv,
  JUPYTER_DATA_DIR: join(venv, "jupyter-data"),
  JUPYTER_CONFIG_DIR: join(venv, "jupyter-config"),
  JUPYTERLAB_SETTINGS_DIR: join(venv, "jupyter-config/lab/user-settings"),
  JUPYTERLAB_WORKSPACES_DIR: join(venv, "jupyter-config/lab/workspaces"),
  IPYTHONDIR: join(venv, "ipython"),
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONWARNINGS: "ignore",
  DTP_ROOT: root,
};

/** Runs a command in the environment. True where it succeeded. */
export function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, env: environment, stdio: "inherit" });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Creates the environment where it is missing or its versions differ from the pinned ones. */
export function makeEnvironment() {
  const stamp = join(venv, "requirements.sha256");
  const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex");
  // JupyterLab's own scripts are CommonJS: Node must not read the repository's "type": "module" for them.
  const commonJs = () => writeFileSync(join(venv, "package.json"), "{}\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) {
    commonJs();
    return true;
  }
  rmSync(venv, { recursive: true, force: true });
  const system = process.env.PYTHON ?? (process.platform === "win32" ? "python" : "python3");
  const made =
    run(system, ["-m", "venv", venv]) &&
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
  if (made) {
    commonJs();
    writeFileSync(stamp, wanted);
  }
  return made;
}

/** Builds dist/, and labextension/ where requested. */
export function buildAll({ extension }) {
  const scripts = ["scripts/build.mjs", ...(extension ? ["scripts/lab/build.mjs"] : [])];
  return scripts.every((script) => run(process.execPath, [join(root, script)]));
}

/** Installs the build into the environment. */
export function installKernel() {
  // Install from a copy, so that a concurrent build does not remove the kernel under its tests.
  const copy = join(venv, "dtp");
  rmSync(copy, { recursive: true, force: true });
  for (const part of ["dist", "labextension", "integrations"]) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  // The documentation panel next to completions is off by default.
  const settings = join(venv, "share/jupyter/lab/settings");
  mkdirSync(settings, { recursive: true });
  const completer = { "@jupyterlab/completer-extension:manager": { showDocumentationPanel: true } };
  writeFileSync(join(settings, "overrides.json"), `${JSON.stringify(completer, null, 2)}\n`);
  // The package.json of .venv says CommonJS.
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }\n');
  return run(process.execPath, [join(copy, "dist/dtp.js"), "kernel", "install", "--prefix", venv]);
}
