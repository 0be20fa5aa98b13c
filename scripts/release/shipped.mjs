// Packages whose code is in what a release publishes: bundled from src/, or installed with the npm package.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const IMPORT =
  /^(?:import|export)\s+(?!type\b)[^"';]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Packages that the build reads as files, without an import. */
const READ = ["plotly.js-dist", "plotly.js-cartesian-dist-min"];

/** Packages that front ends bring at run time; only their types are used. */
const BROUGHT = /^@jupyterlab\/|^@lumino\/|^vscode$/;

/**
 * Packages of a release with their versions and licences, sorted by name. They are the packages that sources import, the package's
 * own dependencies, and what these need, as package-lock.json has them.
 *
 * @param {string} root the repository's folder
 * @returns {readonly { readonly name: string, readonly version: string, readonly licence: string, readonly path: string }[]}
 * @throws where a package is not in the lock
 */
export function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { dependencies = {}, devDependencies = {} } = packages[""];
  const own = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  const imported = importedPackages(join(root, "src")).filter((name) => own.has(name));
  const first = [...new Set([...Object.keys(dependencies), ...imported, ...READ])].filter(
    (name) => !BROUGHT.test(name) && own.has(name),
  );
  const found = new Map();
  const open = first.map((name) => ({ name, from: "" }));
  for (let next = open.pop(); next; next = open.pop()) {
    const path = placeOf(packages, next.name, next.from);
    if (path === null) {
      // A package for another platform is in no lock of this one.
      if (next.optional) continue;
      throw new Error(
        `${next.name}, which ${next.from || "the repository"} needs, is not in package-lock.json`,
      );
    }
    if (found.has(path)) continue;
    const {
      name = next.name,
      version,
      license,
      dependencies: needs = {},
      optionalDependencies: may = {},
    } = packages[path];
    found.set(path, { name, version, licence: license ?? licenceIn(root, path), path });
    for (const one of Object.keys(needs)) open.push({ name: one, from: path });
    for (const one of Object.keys(may)) open.push({ name: one, from: path, optional: true });
  }
  const byName = (a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1);
  return [...found.values()].sort(byName);
}

/** Path of a package in the lock, as Node finds it from another one; null for none. */
function placeOf(packages, name, from) {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf("node_modules/")).replace(/\/$/, "")) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return null;
  }
}

/** Licence that a package's own files name, where the lock has none. */
function licenceIn(root, path) {
  try {
    const { license, licenses } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    const named = license ?? licenses?.[0];
    return typeof named === "string" ? named : (named?.type ?? "see its LICENSE");
  } catch {
    return "see its LICENSE";
  }
}

/** Names of the packages that the sources of a folder import at run time. */
function importedPackages(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.ts$/.test(name),
  );
  const found = new Set();
  for (const name of names)
    for (const [, one, two, three] of readFileSync(join(folder, name), "utf8").matchAll(IMPORT)) {
      const specifier = one ?? two ?? three ?? "";
      if (specifier.startsWith(".") || specifier.startsWith("node:")) continue;
      found.add(
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    }
  return [...found].sort();
}

/**
 * Texts of the licences of all packages of a release, one after the other.
 *
 * @param {string} root the repository's folder
 */
export function licenceTexts(root) {
  return shippedPackages(root)
    .map(({ name, version, licence, path }) => {
      const files = listed(join(root, path)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
      const texts = files.map((file) => readFileSync(join(root, path, file), "utf8").trim());
      return `${"=".repeat(78)}\n${name} ${version} (${licence})\n\n${texts.join("\n\n") || "The package has no file with its licence."}\n`;
    })
    .join("\n");
}

function listed(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // a package for another platform
  }
}
