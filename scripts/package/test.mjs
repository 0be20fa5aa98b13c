// Test of the published package: packs it, installs the file in an empty folder and uses it as a command, as a
// kernel and as a library, with each version of Node. `npm run test:package -- --git` installs from git as well; `--file dtplan.tgz` tests a
// file that is packed already.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { askKernel } from "./askKernel.mjs";
import { output, run } from "./run.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dtp-package-"));
const VERSIONS = ["20", "22", "24"];
/**
 * Limit on the download size, in bytes. Nearly half of it is plotly.js, 1.5 MB each for pages, for their workers and in JupyterLab's
 * extension; the runner of papers is 1.2 MB.
 */
const MOST = 11_000_000;
const COMMAND = "node_modules/.bin/dtp";
const EXAMPLE = "node_modules/dtplan/examples/gpt3.dtp";
const INSTALL = ["install", "--no-audit", "--no-fund", "--no-save"];

const here = (command, args) => output(command, args, folder);

let failed = 0;
let passed = 0;

function check(what, holds, seen = "") {
  console.log(`${holds ? "✓" : "✗"} ${what}${holds ? "" : `: ${seen}`}`);
  if (holds) passed += 1;
  else failed += 1;
}

/** Runs one part of the test. A failure is recorded, and the next part runs all the same. */
async function part(what, work) {
  const started = performance.now();
  console.log(`\n${what}`);
  try {
    await work();
  } catch (error) {
    check(what, false, error.stack ?? error);
  }
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Path of Node in a major version: the running one, or one installed by npm. */
async function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const script = "process.stdout.write(process.execPath)";
  return (await here("npx", ["-y", "-p", `node@${major}`, "node", "-e", script])).trim();
}

/** Packs the file that npm would publish, or takes the one that `--file` names. */
async function pack() {
  const at = process.argv.indexOf("--file");
  const file = at < 0 ? await packed() : resolve(process.argv[at + 1] ?? "");
  const listing = await output("tar", ["-tzf", file], folder);
  const paths = listing
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  const { size } = statSync(file);
  console.log(`${basename(file)}: ${(size / 1e6).toFixed(1)} MB, ${paths.length} files`);
  check("the file is small", size < MOST, `${size} bytes`);
  for (const wanted of [
    "dist/dtp.js",
    "dist/kernel.cjs",
    "dist/index.js",
    "dist/runner.cjs",
    "dist/page/element.js",
    "dist/page/web.js",
    "dist/page/runtimeWorker.js",
    "dist/types/page/element.d.ts",
    "dist/types/web/index.d.ts",
    "dist/types/index.d.ts",
    "dist/std/models.dtp",
    "labextension/package.json",
    "examples/gpt3.dtp",
    "LICENSE",
  ])
    check(`it has ${wanted}`, paths.includes(wanted), "missing");
  const listed =
    /^((dist|labextension|docs|examples|integrations)\/.*|package\.json|LICENSE|README\.md|CHANGELOG\.md)$/;
  const strange = paths.filter((path) => !listed.test(path));
  check("it has nothing else than it lists", strange.length === 0, strange.join(" "));
  return file;
}

async function packed() {
  const said = await output("npm", ["pack", "--json", "--pack-destination", folder], root);
  return join(folder, JSON.parse(said)[0].filename);
}

/** Tests the command as npm puts it on the path. */
async function tryCommand(node) {
  const dtp = (...args) => here(node, [COMMAND, ...args]);
  const version = await dtp("--version");
  check("dtp --version", /^dtp 0\.\d+\.\d+/.test(version), version);
  for (const made of ["gpt3.html", "figures"]) rmSync(join(folder, made), { recursive: true, force: true });
  const shown = await dtp("run", EXAMPLE, "--html", "gpt3.html", "--figures", "figures");
  check("dtp run", shown.includes("✓ fits"), shown);
  const missing = ["gpt3.html", "figures/figures.tex"].filter((file) => !existsSync(join(folder, file)));
  check("its page and pictures", missing.length === 0, `${missing.join(" and ")} missing`);
  const held = await dtp("check", EXAMPLE);
  check("dtp check where all hold", /^([1-9]\d*) expectations?: \1 holds?, 0 failed/m.test(held), held);
  writeFileSync(join(folder, "false.dtp"), "expect 1 + 1 == 3\n");
  const { code, stdout } = await run(node, [COMMAND, "check", "false.dtp"], folder);
  const found = code === 1 && /^1 expectation: 0 hold, 1 failed/m.test(stdout);
  check("dtp check where one fails", found, `exit code ${code}\n${stdout}`);
  const page = await dtp("explain", "not-divisible");
  check("dtp explain", page.startsWith("# not-divisible"), page);
}

/** Tests the runner that a paper's folder carries, away from the package. */
async function tryRunner(node) {
  for (const made of ["paper", "alone"]) rmSync(join(folder, made), { recursive: true, force: true });
  await here(node, [COMMAND, "new", "paper", "paper"]);
  const alone = mkdtempSync(join(tmpdir(), "dtp-alone-"));
  try {
    cpSync(join(folder, "paper"), alone, { recursive: true });
    const held = await output(node, ["dtp.cjs", "check", "."], alone);
    check("a paper's runner checks", /0 failed/.test(held), held);
    await output(node, ["dtp.cjs", "run", "paper.dtp", "--figures", "figures"], alone);
    check("a paper's runner draws", existsSync(join(alone, "figures/main-memory.pdf")), "no PDF");
  } finally {
    rmSync(alone, { recursive: true });
  }
}

async function tryKernel(node) {
  rmSync(join(folder, "prefix"), { recursive: true, force: true });
  await here(node, [COMMAND, "kernel", "install", "--prefix", "prefix"]);
  const spec = JSON.parse(readFileSync(join(folder, "prefix/share/jupyter/kernels/dtp/kernel.json"), "utf8"));
  check("the kernel starts with the Node that installed it", spec.argv[0] === node, spec.argv[0]);
  const extension = join(folder, "prefix/share/jupyter/labextensions/dtplan/package.json");
  check("JupyterLab's extension is installed", existsSync(extension), `no ${extension}`);
  const { info, cell } = await askKernel(folder, spec, "let a = 2 GiB\na * 3");
  check("kernel_info", info.implementation === "dtp", JSON.stringify(info));
  check("a cell's result", cell === "a * 3 = 6 GiB", cell);
}

/** Short strict program, as a user of the library would write it. */
const PROGRAM = `import { evaluate, type Diagnostic } from "dtplan";
const found = await evaluate("let a = 2 GiB\\nshow a * 3");
const mistakes: readonly Diagnostic[] = found.diagnostics;
if (mistakes.length > 0) throw new Error(mistakes[0]?.message);
const text: string = found.toText();
console.log(text);
`;

/** Program of a page, with the runtime's worker and the element. */
const PAGE_PROGRAM = `import { type PlanResult, scriptsAt } from "dtplan/element";
import { connectRuntime, type WorkerPort } from "dtplan/web";
scriptsAt("/dtp/");
const result: PlanResult | null = await document.querySelector("dtp-plan")!.run();
const runtime = connectRuntime(new Worker("/dtp/runtimeWorker.js") as WorkerPort, { files: { read: async () => null } });
const answer = await runtime.ask("run", { text: "show 1", name: "a.dtp", mode: "file" });
// @ts-expect-error: a mode of no kind
void runtime.ask("run", { text: "show 1", name: "a.dtp", mode: "other" });
console.log(result?.diagnostics.length, answer.diagnostics[0]?.text);
`;

/** Compiles with the declarations only, without Node's types and without skipping any. */
async function tryTypes() {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const wrong =
    "// @ts-expect-error: it is text\nconst count: number = found.toText();\nconsole.log(count);\n";
  writeFileSync(join(folder, "use.mts"), PROGRAM + wrong);
  writeFileSync(join(folder, "page.mts"), PAGE_PROGRAM);
  const compile = async (moduleResolution, module) => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      module,
      moduleResolution,
    };
    const config = `tsconfig.${moduleResolution}.json`;
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: ["use.mts", "page.mts"] }));
    const { code, stdout } = await run(process.execPath, [compiler, "-p", config], folder);
    check(
      `a program compiles, and a wrong type does not (${moduleResolution})`,
      code === 0,
      stdout.slice(0, 2_000),
    );
  };
  await Promise.all([compile("nodenext", "nodenext"), compile("bundler", "esnext")]);
}

async function tryLibrary(node) {
  const plain = PROGRAM.replace(", type Diagnostic", "").replace(/: readonly Diagnostic\[\]|: string/g, "");
  writeFileSync(join(folder, "use.mjs"), plain);
  const printed = await here(node, ["use.mjs"]);
  check("the library evaluates", printed.includes("6 GiB"), printed);
  // The client of a page's worker has no need of a page to load.
  writeFileSync(
    join(folder, "web.mjs"),
    'import { PROTOCOL } from "dtplan/web";\nconsole.log(typeof PROTOCOL);\n',
  );
  const loaded = await here(node, ["web.mjs"]);
  check("dtplan/web loads", loaded.trim() === "number", loaded);
}

/** Tests an install of the last commit, which npm builds. */
async function tryGit() {
  const clone = join(folder, "from-git");
  mkdirSync(clone);
  writeFileSync(join(clone, "package.json"), '{ "private": true }\n');
  await output("npm", [...INSTALL, `git+file://${root}`], clone);
  const version = await output(join(clone, COMMAND), ["--version"], clone);
  check("it has a command", version.startsWith("dtp "), version);
  for (const built of ["dist/kernel.cjs", "dist/types/index.d.ts", "labextension/package.json"])
    check(`it has ${built}`, existsSync(join(clone, "node_modules/dtplan", built)), "missing");
}

const started = performance.now();
try {
  await part("the packed file", async () => {
    const file = await pack();
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await here("npm", [...INSTALL, file]);
    const version = await here(join(folder, COMMAND), ["--version"]);
    check("npm installs it with its command", version.startsWith("dtp "), version);
  });
  const installed = failed === 0;
  if (installed) await part("the library's types", tryTypes);
  for (const major of installed ? VERSIONS : []) {
    const node = await nodeOf(major);
    const version = (await here(node, ["--version"])).trim();
    await part(`the command on Node ${version}`, () => tryCommand(node));
    await part(`a paper's runner on Node ${version}`, () => tryRunner(node));
    await part(`the kernel on Node ${version}`, () => tryKernel(node));
    await part(`the library on Node ${version}`, () => tryLibrary(node));
  }
  if (process.argv.includes("--git")) await part("an install from git", tryGit);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\n${passed} checks passed, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
if (failed > 0) process.exitCode = 1;
