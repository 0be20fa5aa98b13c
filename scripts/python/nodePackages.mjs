// Packages of node_modules that the build needs at run time, and the files of each that it reads.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Packages that programs of dist/ load by name. */
const ROOTS = [
  "@resvg/resvg-js",
  "pdfkit",
  "plotly.js-cartesian-dist-min",
  "svg-to-pdfkit",
  "tslab",
  "zeromq",
];

/** Dependencies that only code loads which dtp does not call: tslab's own kernel, zeromq's build. */
const UNUSED = new Set([
  "@rollup/plugin-commonjs",
  "@rollup/plugin-node-resolve",
  "@rollup/plugin-replace",
  "commander",
  "node-addon-api",
  "rollup",
]);

/** Files of large packages that are read. Other packages come whole. */
const ONLY = {
  "@tslab/typescript-for-tslab": /^lib\/(typescript\.js|lib\..*d\.ts)$/,
  "cmake-ts": /^build\/loader\.js$/,
  fontkit: /^dist\/main\.cjs$/,
  pdfkit: /^js\/(pdfkit\.js|data\/.*)$/,
  "svg-to-pdfkit": /^source\.js$/,
  zeromq: new RegExp(
    `^(lib/.*\\.js|build/manifest\\.json|build/${process.platform}/${process.arch}/node/${process.platform === "linux" ? "glibc-(115|127)" : "(libc|msvc)-\\d+"}-Release/addon\\.node)$`,
  ),
};

/** Files that nobody reads at run time, in any package. */
const NEVER = /\.(map|md|markdown|mts|cts|flow|coffee|html)$|(^|\/)(test|tests|example|examples|\.github)\//i;
/** Types are read by TypeScript cells, which know Node's and the language's. */
const TYPED = /^(@types\/|undici-types$|@tslab\/)/;
const LICENCE = /^(licen[cs]e|copying|notice|thirdpartynotice)/i;

/** Paths below `root` of all files that belong beside dist/. */
export function nodeFiles(root) {
  const folders = new Map();
  for (const name of ROOTS) addPackage(join(root, "node_modules", name), name, folders, root);
  return [...folders].flatMap(([folder, name]) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/");
      if (!entry.isFile() || path.startsWith("node_modules/")) return [];
      return wanted(name, path) ? [relative(root, join(folder, path))] : [];
    }),
  );
}

function wanted(name, path) {
  if (path === "package.json" || LICENCE.test(path)) return true;
  if (NEVER.test(path) || (/\.ts$/.test(path) && !TYPED.test(name))) return false;
  return ONLY[name]?.test(path) ?? true;
}

function addPackage(folder, name, folders, root) {
  if (folders.has(folder)) return;
  folders.set(folder, name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (UNUSED.has(one)) continue;
    const found = resolved(folder, one, root);
    if (found !== null) addPackage(found, one, folders, root);
    // An optional package is native code of another platform.
    else if (one in dependencies) throw new Error(`${name} needs ${one}, which is not installed: npm ci`);
  }
}

/** Folder of a package as Node resolves it from another one; null where it is not installed. */
function resolved(from, name, root) {
  for (let at = from; at.startsWith(root); at = dirname(at)) {
    const found = join(at, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  return null;
}
