// `npm run test:jupyter`: the kernel in real front ends. Makes a Python environment in .venv (kept until the pinned
// versions change), builds, installs the kernel into it, and runs test/jupyter/test_*.py. With names: only those files.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const venv = join(root, ".venv");
const bin = join(venv, process.platform === "win32" ? "Scripts" : "bin");
const python = join(bin, "python");
const requirements = join(root, "test/jupyter/requirements.txt");
// nothing of the user's own Jupyter takes part, and nothing of ours stays in it
const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  VIRTUAL_ENV: venv,
  JUPYTER_DATA_DIR: join(venv, "jupyter-data"),
  JUPYTER_CONFIG_DIR: join(venv, "jupyter-config"),
  IPYTHONDIR: join(venv, "ipython"),
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONWARNINGS: "ignore",
  DTP_ROOT: root,
};

const summary = [];
step("Python environment", makeEnvironment);
step("build", () => run("node", [join(root, "scripts/build.mjs")]));
step("install the kernel", () => {
  // from a copy: a build that happens meanwhile must not pull the kernel away from under its tests
  const copy = join(venv, "dtp");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
  return run("node", [join(copy, "dist/dtp.js"), "kernel", "install", "--prefix", venv]);
});
const wanted = process.argv.slice(2);
const files = readdirSync(join(root, "test/jupyter"))
  .filter((name) => /^test_.*\.py$/.test(name))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
for (const file of files) {
  step(
    file,
    () => run(python, ["-m", "unittest", "-v", file.replace(/\.py$/, "")], join(root, "test/jupyter")),
    false,
  );
}
report();

/** A step that fails ends the run, unless the steps behind it can do without. */
function step(name, work, needed = true) {
  const started = performance.now();
  const ok = work();
  summary.push({ name, ok, seconds: (performance.now() - started) / 1000 });
  if (!ok && needed) report();
}

function report() {
  console.log("\nJupyter suite");
  for (const { name, ok, seconds } of summary) {
    console.log(`  ${ok ? "ok  " : "FAIL"}  ${name.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s`);
  }
  process.exit(summary.every(({ ok }) => ok) ? 0 : 1);
}

function makeEnvironment() {
  const stamp = join(venv, "requirements.sha256");
  const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  rmSync(venv, { recursive: true, force: true });
  const system = process.env.PYTHON ?? (process.platform === "win32" ? "python" : "python3");
  const made =
    run(system, ["-m", "venv", venv]) &&
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
  if (made) writeFileSync(stamp, wanted);
  return made;
}

function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, env: environment, stdio: "inherit" });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}
