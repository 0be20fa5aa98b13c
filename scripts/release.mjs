// A release, up to what others see: `npm run release -- VERSION [--dry-run] [--checked]`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isBefore, isVersion, releasedChangelog } from "./release/changelog.mjs";

const usage = `usage: npm run release -- VERSION [--dry-run] [--checked]
       npm run release -- --dry
  VERSION    as 1.2.0 or 1.2.0-rc.1; not below the version in package.json
  --dry-run  say what would be done, and change nothing
  --checked  .ci/run has passed on this commit: do not run \`npm run check\` and \`npm test\` first
Moves what CHANGELOG.md has under "Unreleased" to the version's own heading, sets the version in package.json and
package-lock.json, commits and tags. It publishes nothing and pushes nothing, and prints the commands that do.
  --dry      make what a release publishes in build/release/ (npm package, Python wheel, extension of VS Code), install
             each in a clean place and try it; write SHA256SUMS, sbom.cdx.json and LICENSES.txt. Commits nothing`;

const FILES = ["CHANGELOG.md", "package.json", "package-lock.json"];

if (process.argv.slice(2).join(" ") === "--dry") {
  const { rehearse } = await import("./release/rehearse.mjs");
  const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  const wrong = await rehearse(root, join(root, "build/release"));
  if (wrong.length > 0) fail(`not to be released: ${wrong.join(", ")}`);
  process.exit(0);
}
const { version, dryRun, checked } = readArguments();
const tag = `v${version}`;

if (run("git", ["rev-parse", "--show-prefix"]).trim() !== "") fail("start it in the root of the repository");
const dirty = run("git", ["status", "--porcelain"]).trimEnd();
if (dirty !== "") fail(`the tree is not clean:\n${dirty}\ncommit or stash these first`);
if (run("git", ["tag", "--list", tag]).trim() !== "") fail(`the tag ${tag} exists: choose a later version`);
const current = JSON.parse(readFileSync("package.json", "utf8")).version;
if (isBefore(version, current)) fail(`${version} is before ${current}, the version in package.json`);
const changelog = releasedChangelog(
  readFileSync("CHANGELOG.md", "utf8"),
  version,
  new Date().toISOString().slice(0, 10),
);
if (typeof changelog !== "string") fail(changelog.problem);
const branch = run("git", ["branch", "--show-current"]).trim();
if (branch === "") fail("no branch is checked out: the commit of the release would belong to none");

const checks = checked
  ? []
  : [
      ["npm", "run", "--silent", "check"],
      ["npm", "test"],
    ];
if (dryRun) {
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} `));
  console.log(
    [
      `dry run of ${version} on ${branch}: nothing is changed`,
      ...checks.map((words) => `would run     ${words.join(" ")}`),
      `would write   CHANGELOG.md: "${heading}"`,
      `would write   package.json, package-lock.json: version ${current} -> ${version}`,
      `would commit  release: ${version}`,
      `would tag     ${tag}`,
    ].join("\n"),
  );
} else {
  for (const [command, ...words] of checks)
    if (spawnSync(command, words, { stdio: "inherit", shell: true }).status !== 0)
      fail(`\`${[command, ...words].join(" ")}\` failed: nothing is released`);
  release();
}
console.log(
  `\nTo publish:\n  git push origin ${branch} ${tag}\n  npm publish   # of a checkout of ${tag}; builds first`,
);

/** Takes its own writes back where a later step fails: the tree was clean before. */
function release() {
  try {
    writeFileSync("CHANGELOG.md", changelog);
    const setVersion = [
      "version",
      version,
      "--no-git-tag-version",
      "--allow-same-version",
      "--ignore-scripts",
    ];
    run("npm", setVersion, { shell: true });
    run("git", ["commit", "--quiet", "-m", `release: ${version}`, "--", ...FILES]);
  } catch (error) {
    run("git", ["checkout", "--quiet", "HEAD", "--", ...FILES]);
    fail(`${error.message}\nthe tree is as it was`);
  }
  run("git", ["tag", "--annotate", tag, "-m", version]);
  console.log(`committed and tagged ${tag} on ${branch}`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, checked: { type: "boolean" }, help: { type: "boolean" } },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const [version, ...more] = positionals;
    if (version === undefined || more.length > 0) fail(usage);
    if (!isVersion(version)) fail(`\`${version}\` is no version: it is written as 1.2.0 or 1.2.0-rc.1`);
    return { version, dryRun: values["dry-run"] === true, checked: values.checked === true };
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}

/** What a command prints; throws its errors. */
function run(command, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`\`${command} ${words.join(" ")}\` failed: ${error?.message ?? stderr}`);
  return stdout;
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
