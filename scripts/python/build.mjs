// `npm run build:python`: the wheel `dtplan` in build/python/dist/, with the command, the kernel, its spec and JupyterLab's
// extension, for the platform of this machine. `--no-build` takes dist/ and labextension/ as they are.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeFiles } from "./nodePackages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const stage = join(root, "build/python");
const python = process.env.PYTHON ?? (process.platform === "win32" ? "python" : "python3");

/** Tag of the platform. On Linux that of the Node from PyPI, whose glibc zeromq and resvg load with. */
const PLATFORMS = {
  "linux x64": "manylinux_2_28_x86_64",
  "linux arm64": "manylinux_2_28_aarch64",
  "darwin x64": "macosx_11_0_x86_64",
  "darwin arm64": "macosx_11_0_arm64",
  "win32 x64": "win_amd64",
};

const platform = PLATFORMS[`${process.platform} ${process.arch}`];
if (platform === undefined) throw new Error(`there is no wheel for ${process.platform} ${process.arch}`);
if (!process.argv.includes("--no-build"))
  for (const script of ["scripts/build.mjs", "scripts/lab/build.mjs"])
    run(process.execPath, [join(root, script)]);

rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
for (const part of ["pyproject.toml", "hatch_build.py", "README.md", "src"])
  cpSync(join(root, "python", part), join(stage, part), {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
const inside = join(stage, "src/dtp/_node");
// Types, and the modules for other web pages with their plotly.js, are npm's: nothing here loads them.
const LEFT_OUT = [
  "types",
  "page/element.js",
  "page/web.js",
  "page/plotly-whole.js",
  "page/plotly-cartesian.js",
];
cpSync(join(root, "dist"), join(inside, "dist"), {
  recursive: true,
  filter: (path) => !LEFT_OUT.some((one) => path === join(root, "dist", one)),
});
for (const path of nodeFiles(root)) {
  mkdirSync(dirname(join(inside, path)), { recursive: true });
  cpSync(join(root, path), join(inside, path));
}
const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(stage, "src/dtp/_version.py"), `__version__ = "${version}"\n`);
writeFileSync(join(inside, "package.json"), `${JSON.stringify({ name, version, type: "module" })}\n`);
cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
cpSync(join(root, "integrations/pygments/dtp_pygments.py"), join(stage, "src/dtp/_lexer.py"));
stageShare();

run(python, ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", join(stage, "dist"), stage]);
const [wheel] = readdirSync(join(stage, "dist")).filter((file) => file.endsWith(".whl"));
const size = statSync(join(stage, "dist", wheel)).size;
console.log(`built build/python/dist/${wheel}: ${(size / 1e6).toFixed(1)} MB`);

/** Writes Jupyter's files below share/ as `dtp kernel install` does, with a kernel that this Python starts. */
function stageShare() {
  const prefix = join(stage, "prefix");
  // Beside dist/ of the repository, so that the installer finds the extension.
  run(process.execPath, [join(root, "dist/dtp.js"), "kernel", "install", "--prefix", prefix], true);
  cpSync(join(prefix, "share"), join(stage, "share"), { recursive: true });
  rmSync(prefix, { recursive: true });
  const path = join(stage, "share/jupyter/kernels/dtp/kernel.json");
  const spec = JSON.parse(readFileSync(path, "utf8"));
  const [, ...options] = spec.argv.map((word) => (word.endsWith("kernel.cjs") ? "kernel.cjs" : word));
  if (!options.includes("kernel.cjs")) throw new Error(`${path} starts no kernel.cjs`);
  // Jupyter replaces the word `python` by its own interpreter, which has this package.
  spec.argv = ["python", "-m", "dtp.kernel", ...options];
  writeFileSync(path, `${JSON.stringify(spec, null, 2)}\n`);
}

function run(command, args, quiet = false) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, DTP_WHEEL_PLATFORM: platform, PIP_DISABLE_PIP_VERSION_CHECK: "1" },
    stdio: quiet ? ["ignore", "ignore", "inherit"] : "inherit",
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
