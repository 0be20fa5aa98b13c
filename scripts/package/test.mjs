// What a user gets: packs the package, installs the file in an empty folder and uses it there, as a command, as a kernel and
// as a library, with each version of Node. `npm run test:package -- --git` installs from git as well.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { askKernel } from "./askKernel.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dtp-package-"));
const VERSIONS = ["20", "24"];
/** Bytes that a download may have. */
const MOST = 4e6;

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });

function check(what, holds, seen = "") {
  console.log(`${holds ? "✓" : "✗"} ${what}${holds ? "" : `: ${seen}`}`);
  if (!holds) process.exitCode = 1;
}

/** The path of a Node of a major version: the running one, or one that npm brings. */
function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const script = "process.stdout.write(process.execPath)";
  return run("npx", ["-y", "-p", `node@${major}`, "node", "-e", script]).trim();
}

function pack() {
  const [made] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root }));
  const paths = made.files.map(({ path }) => path);
  console.log(`${made.filename}: ${(made.size / 1e6).toFixed(1)} MB, ${paths.length} files`);
  check("the file is small", made.size < MOST, `${made.size} bytes`);
  for (const wanted of [
    "dist/dtp.js",
    "dist/kernel.cjs",
    "dist/index.js",
    "dist/types/index.d.ts",
    "dist/std/models.dtp",
    "labextension/package.json",
    "examples/gpt3.dtp",
    "LICENSE",
  ])
    check(`it has ${wanted}`, paths.includes(wanted), "missing");
  const strange = paths.filter(
    (path) => !/^(dist|labextension|docs|examples|integrations)\/|^[\w.]+$/.test(path),
  );
  check("it has nothing else than it lists", strange.length === 0, strange.join(" "));
  return join(folder, made.filename);
}

/** The command as npm puts it on the path. */
function tryCommand(node) {
  const dtp = (...args) => run(node, [join(folder, "node_modules/.bin/dtp"), ...args]);
  check("dtp --version", /^dtp 0\.\d+\.\d+/.test(dtp("--version")), dtp("--version"));
  const shown = dtp(
    "run",
    "node_modules/dtplan/examples/gpt3.dtp",
    "--html",
    "gpt3.html",
    "--figures",
    "figures",
  );
  check("dtp run", shown.includes("✓ fits"), shown);
  check(
    "its page and pictures",
    ["gpt3.html", "figures/figures.tex"].every((file) => existsSync(join(folder, file))),
  );
  const held = dtp("check", "node_modules/dtplan/examples/gpt3.dtp");
  check("dtp check", /0 failed|all hold|pass/.test(held) || held.includes("✓"), held);
  check("dtp explain", dtp("explain", "not-divisible").startsWith("# not-divisible"));
}

async function tryKernel(node) {
  run(node, [join(folder, "node_modules/.bin/dtp"), "kernel", "install", "--prefix", "prefix"]);
  const spec = JSON.parse(readFileSync(join(folder, "prefix/share/jupyter/kernels/dtp/kernel.json"), "utf8"));
  check("the kernel starts with the Node that installed it", spec.argv[0] === node, spec.argv[0]);
  const extension = join(folder, "prefix/share/jupyter/labextensions");
  check("JupyterLab's extension is installed", existsSync(extension), extension);
  const { info, cell } = await askKernel(folder, spec, "let a = 2 GiB\na * 3");
  check(
    "kernel_info",
    info.implementation === "dtp" || info.language_info?.name === "dtp",
    JSON.stringify(info),
  );
  check("a cell's result", cell === "6 GiB", cell);
}

function tryLibrary(node) {
  const program = `import { evaluate, type Diagnostic } from "dtplan";
const found = await evaluate("let a = 2 GiB\\nshow a * 3");
const mistakes: readonly Diagnostic[] = found.diagnostics;
if (mistakes.length > 0) throw new Error(mistakes[0]?.message);
const text: string = found.toText();
console.log(text);
`;
  writeFileSync(join(folder, "use.mts"), program);
  for (const kind of ["nodenext", "bundler"]) {
    const module = kind === "bundler" ? "esnext" : kind;
    const options = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      module,
      "--moduleResolution",
      kind,
    ];
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    let said = "";
    try {
      run(node, [compiler, ...options, "--types", "", "use.mts"], { stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      said = String(error.stdout).slice(0, 2_000);
    }
    check(`its types compile (${kind})`, said === "", said);
  }
  const plain = program.replace(", type Diagnostic", "").replace(/: readonly Diagnostic\[\]|: string/g, "");
  writeFileSync(join(folder, "use.mjs"), plain);
  const printed = run(node, ["use.mjs"]);
  check("the library evaluates", printed.includes("6 GiB"), printed);
}

try {
  const file = pack();
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--no-save", file]);
  for (const major of VERSIONS) {
    const node = nodeOf(major);
    console.log(`\nNode ${run(node, ["--version"]).trim()}`);
    tryCommand(node);
    await tryKernel(node);
    tryLibrary(node);
  }
  if (process.argv.includes("--git")) {
    const clone = join(folder, "from-git");
    mkdirSync(clone);
    writeFileSync(join(clone, "package.json"), '{ "private": true }\n');
    run("npm", ["install", "--no-audit", "--no-fund", "--no-save", `git+file://${root}`], { cwd: clone });
    const version = run("node", [join(clone, "node_modules/.bin/dtp"), "--version"]);
    check("an install from git has a command", version.startsWith("dtp "), version);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
