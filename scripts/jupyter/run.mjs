// `npm run test:jupyter`: the kernel in real front ends. Makes a Python environment in .venv (kept until the pinned
// versions change), builds, installs the kernel into it, and runs test/jupyter/test_*.py. With names: only those files.
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildAll, installKernel, makeEnvironment, python, root, run, venv } from "./environment.mjs";

const summary = [];
step("Python environment", makeEnvironment);
step("build", () => buildAll({ extension: false }));
step("install the kernel", installKernel);
for (const integration of ["papermill", "pygments"]) {
  step(`${integration}'s package`, () => {
    // Install from a copy: building leaves folders behind.
    const copy = join(venv, `dtp-${integration}`);
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(root, "integrations", integration), copy, { recursive: true });
    return run(python, ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", copy]);
  });
}
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

/** Runs a step. A failure ends the script, unless later steps do not need it. */
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
