// Bundles of which parts load when they are first called. A call of a door (`parts.mjs`) is synchronous, like every call of the
// program: in the main bundle a door's exports are functions that load the part, and pass the call on. A part reads what it shares with
// the main bundle from there, so that every file of the program is loaded once.
//
// esbuild's own splitting needs `import()`, which is asynchronous, and modules, which a worker of a page from disk cannot load.
import { join, relative } from "node:path";
import { build } from "esbuild";

/**
 * Bundles `entries` (files by output name) in the format `options.format`, and `parts` (doors by name). Returns their texts by name.
 * The main bundle puts what the parts share with it on the global `dtp:shared`; a part's text is an expression: a function of that
 * value, with the doors' exports as its result. The surroundings set the global function `dtp:part`, which returns a part's exports.
 */
export async function partition({ root, entries, parts, options }) {
  const doors = new Map(Object.entries(parts).flatMap(([part, files]) => files.map((file) => [file, part])));
  const names = new Map();
  for (const file of doors.keys()) names.set(file, await exportsOf(root, file));
  const common = { ...options, absWorkingDir: root, bundle: true, write: false, metafile: true };
  /** Names that parts read of the main bundle's files, by file. A `*` is the whole file. */
  const shared = new Map();
  for (;;) {
    const mains = new Map();
    for (const [out, entry] of Object.entries(entries)) {
      const result = await build({
        ...common,
        stdin: { contents: mainText(entry, shared), resolveDir: root, sourcefile: `${out}.js` },
        plugins: [doorStubs(root, doors, names, null)],
      });
      mains.set(out, result);
    }
    const inMain = new Set([...mains.values()].flatMap(({ metafile }) => filesIn(metafile, doors)));
    for (const file of shared.keys()) inMain.add(file);
    const made = new Map();
    const users = new Map();
    for (const [part, files] of Object.entries(parts)) {
      const result = await build({
        ...common,
        format: "esm",
        banner: {},
        stdin: {
          contents: files.map((file) => `export * from ${JSON.stringify(`./${file}`)};`).join("\n"),
          resolveDir: root,
          sourcefile: `${part}.js`,
        },
        plugins: [doorStubs(root, doors, names, part), fromMain(root, inMain)],
        minify: false,
      });
      made.set(part, result.outputFiles[0].text);
      for (const file of filesIn(result.metafile, doors)) users.set(file, [...(users.get(file) ?? []), part]);
    }
    const before = JSON.stringify([...shared].map(([file, own]) => [file, [...own]]));
    for (const text of made.values())
      for (const { file, imported } of importsOf(text)) {
        const own = shared.get(file) ?? new Set();
        for (const one of imported) own.add(one);
        shared.set(file, own);
      }
    // A file of two parts would be loaded twice.
    for (const [file, all] of users) if (all.length > 1 && !shared.has(file)) shared.set(file, new Set());
    if (JSON.stringify([...shared].map(([file, own]) => [file, [...own]])) !== before) continue;
    const order = new Map([...shared.keys()].map((file, i) => [file, i]));
    return {
      mains: new Map([...mains].map(([out, { outputFiles }]) => [out, outputFiles[0].text])),
      parts: new Map([...made].map(([part, text]) => [part, partText(text, shared, order)])),
    };
  }
}

/**
 * Source files in a bundle's output, from the project's root, without doors of parts, and without doors of rooms (`index.ts`), which
 * hold nothing of their own: all that they name would be shared.
 */
function filesIn({ outputs }, doors) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 && /^node_modules\/|^src\/(?!.*\bindex\.ts$)/.test(file) && !doors.has(file)
        ? [file]
        : [],
    ),
  );
}

/** Text of a main bundle's entry: what parts read of it, in an order that `partText` knows, and the program. */
function mainText(entry, shared) {
  const rows = [...shared].map(([file, own], i) => {
    const from = JSON.stringify(`./${file}`);
    if (own.has("*")) return [`import * as f${i} from ${from};`, `f${i}`];
    const all = [...own];
    const imported = all.map((name, k) => `${name} as f${i}_${k}`).join();
    return [`import {${imported}} from ${from};`, `[${all.map((_, k) => `f${i}_${k}`).join()}]`];
  });
  return [
    ...rows.map(([line]) => line),
    // Read when the first part loads: files that import one another have run by then.
    `globalThis["dtp:shared"] = [${rows.map(([, value]) => `() => ${value}`).join()}];`,
    `export * from ${JSON.stringify(`./${entry}`)};`,
  ].join("\n");
}

/** Runtime exports of a source file. */
async function exportsOf(root, file) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: "unused",
    write: false,
    metafile: true,
    format: "esm",
    logLevel: "error",
  });
  return Object.values(metafile.outputs)[0].exports;
}

/** Plugin that replaces the doors of all parts but `own` by functions that load the part. */
const doorStubs = (root, doors, names, own) => ({
  name: "doors",
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative(root, path).replaceAll("\\", "/");
      const part = doors.get(file);
      if (part === undefined || part === own) return undefined;
      const contents = names
        .get(file)
        .map(
          (name) =>
            `export function ${name}(...given) { return globalThis["dtp:part"](${JSON.stringify(part)}).${name}(...given); }`,
        );
      return { contents: contents.join("\n"), loader: "js" };
    });
  },
});

/** Plugin that leaves files of the main bundle out of a part. */
const fromMain = (root, inMain) => ({
  name: "shared",
  setup(builder) {
    const left = (path) => {
      const file = relative(root, path).replaceAll("\\", "/");
      return inMain.has(file) ? { path: `shared:${file}`, external: true } : undefined;
    };
    builder.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => left(join(resolveDir, path)));
    builder.onResolve({ filter: /./ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === "seen" || kind === "entry-point" || /^node:|\.ts$/.test(path)) return undefined;
      const found = await builder.resolve(path, { importer, resolveDir, kind, pluginData: "seen" });
      return found.external || found.errors.length > 0 ? found : (left(found.path) ?? found);
    });
  },
});

const IMPORT = /^import (?:\* as ([\w$]+)|(?:([\w$]+)(?:, )?)?(?:\{([^}]*)\})?) from "shared:([^"]+)";$/gm;

/** Imports of the main bundle's files in a part's text, as pairs of a name there and a name here. */
function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, whole, byDefault, list = "", file]) => {
    const named = list.split(",").map((one) => one.trim().split(" as "));
    const pairs = [...(byDefault ? [["default", byDefault]] : []), ...named].filter(([name]) => name !== "");
    return { file, whole, pairs, imported: whole ? ["*"] : pairs.map(([name]) => name) };
  });
}

/** A part's text as a function of the shared values. */
function partText(text, shared, order) {
  const body = text
    .replace(IMPORT, (line) => {
      const [{ file, whole, pairs }] = importsOf(line);
      const at = `shared[${order.get(file)}]()`;
      if (whole) return `const ${whole} = ${at};`;
      if (shared.get(file).has("*"))
        return `const {${pairs.map(([name, as = name]) => `${name}: ${as}`).join()}} = ${at};`;
      const all = [...shared.get(file)];
      return pairs.map(([name, as = name]) => `const ${as} = ${at}[${all.indexOf(name)}];`).join("\n");
    })
    .replace(/^import "shared:[^"]+";$/gm, "")
    .replace(/^export \{([^}]*)\};?$/m, (_, list) => {
      const pairs = list.split(",").map((one) => one.trim().split(" as "));
      return `return {${pairs.map(([name, as = name]) => `${as}: ${name}`).join()}};`;
    });
  const other = /^(import|export) .*/m.exec(body);
  if (other) throw new Error(`a part has an import or export of another form: ${other[0]}`);
  return `function(shared){${body}}`;
}
