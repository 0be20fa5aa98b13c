// `npm run release -- --dry`: makes everything that a release publishes into build/release/, installs each in a clean place and tries it.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { output } from "../package/run.mjs";
import { licenceTexts, shippedPackages } from "./shipped.mjs";
import { tryExtension } from "./tryExtension.mjs";

const PYTHON = process.env.PYTHON ?? "python3";
const PROGRAM = "expect 80 GiB > 80 GB\n";

/**
 * What a release publishes. One whose `source` is not in the repository is left out.
 *
 * `make` builds the file and returns its path; `version` is that of the file; `attempt` installs it in an empty folder, and throws
 * where it does not work there.
 */
export const artifacts = [
  {
    name: "npm package",
    source: "package.json",
    async make(root, folder) {
      const said = await output("npm", ["pack", "--json", "--pack-destination", folder], root);
      // Scripts of the build print above the data.
      return join(folder, JSON.parse(said.slice(said.search(/^\[/m)))[0].filename);
    },
    version: (file) => /-(\d.*)\.tgz$/.exec(basename(file))?.[1],
    async attempt(file, empty) {
      writeFileSync(join(empty, "package.json"), '{ "private": true }\n');
      await output("npm", ["install", "--no-audit", "--no-fund", "--no-save", file], empty);
      return output(process.execPath, ["node_modules/.bin/dtp", "check", "program.dtp"], empty);
    },
  },
  {
    name: "Python wheel",
    source: "scripts/python/build.mjs",
    async make(root, folder) {
      await output(process.execPath, ["scripts/python/build.mjs", "--no-build"], root);
      return taken(join(root, "build/python/dist"), /\.whl$/, folder);
    },
    version: (file) => /^[^-]+-([^-]+)-/.exec(basename(file))?.[1],
    async attempt(file, empty) {
      await output(PYTHON, ["-m", "venv", "venv"], empty);
      // Node is the running one, so the wheel of Node is not wanted.
      await output("venv/bin/pip", ["install", "--quiet", "--no-deps", file], empty);
      return output("venv/bin/dtp", ["check", "program.dtp"], empty);
    },
  },
  {
    name: "extension of VS Code",
    source: "scripts/vscode/build.mjs",
    async make(root, folder) {
      await output(process.execPath, ["scripts/vscode/build.mjs"], root);
      const built = join(root, "build");
      const within = readdirSync(built, { recursive: true }).find((path) => path.endsWith(".vsix"));
      if (within === undefined) throw new Error("the build of the extension made no .vsix file");
      const to = join(folder, basename(within));
      copyFileSync(join(built, within), to);
      return to;
    },
    version: (file) => /-(\d.*)\.vsix$/.exec(basename(file))?.[1],
    async attempt(file, empty) {
      await output(PYTHON, ["-m", "zipfile", "-e", file, "."], empty);
      return tryExtension(join(empty, "extension"), empty);
    },
  },
];

function taken(from, wanted, folder) {
  const name = readdirSync(from).find((one) => wanted.test(one));
  if (name === undefined) throw new Error(`nothing in ${from} was made`);
  copyFileSync(join(from, name), join(folder, name));
  return join(folder, name);
}

/**
 * Makes all artifacts of a repository in `folder`, with `SHA256SUMS`, `sbom.cdx.json` and `LICENSES.txt`.
 *
 * @returns {Promise<readonly string[]>} what is wrong with them; empty where all work
 */
export async function rehearse(root, folder, say = console.log) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wrong = [];
  for (const one of artifacts) {
    if (!existsSync(join(root, one.source))) {
      say(`- ${one.name}: this repository has none`);
      continue;
    }
    const started = performance.now();
    const empty = mkdtempSync(join(tmpdir(), "dtp-release-"));
    try {
      const file = await one.make(root, folder);
      const own = one.version(file);
      if (own !== version)
        throw new Error(`${basename(file)} has version ${own}, and package.json ${version}`);
      writeFileSync(join(empty, "program.dtp"), PROGRAM);
      const tried = (await one.attempt(file, empty)).trim().split("\n").at(-1);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      say(
        `✓ ${one.name}: ${basename(file)}, ${(readFileSync(file).length / 1e6).toFixed(1)} MB, ${seconds} s; ${tried}`,
      );
    } catch (error) {
      wrong.push(one.name);
      say(`✗ ${one.name}: ${error.message}`);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  }
  writeFileSync(join(folder, "LICENSES.txt"), licenceTexts(root));
  const all = JSON.parse(await output("npm", ["sbom", "--sbom-format", "cyclonedx"], root));
  const bill = billOf(all, shippedPackages(root));
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
  say(`✓ bill of materials: ${bill.components.length} packages`);
  const names = readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .sort();
  writeFileSync(
    join(folder, "SHA256SUMS"),
    names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(""),
  );
  return wrong;
}

/**
 * The part of npm's bill of materials (CycloneDX) that is in a release: development packages whose code is bundled are in it, tools are
 * not.
 */
export function billOf(bill, shipped) {
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const isWanted = ({ purl = "" }) => {
    const [, name, version] = /^pkg:npm\/(.+)@([^@?]+)/.exec(decodeURIComponent(purl)) ?? [];
    return wanted.has(`${name}@${version}`);
  };
  // What goes into a release is no development package there, however npm installed it.
  const part = ({ properties = [], ...one }) => ({
    ...one,
    properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
  });
  const components = bill.components.filter(isWanted).map(part);
  const refs = new Set([bill.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...bill, components, dependencies };
}

const sha256 = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
