// Bundles for pages, for the build, the benchmark and the tests: two workers, the page's end of them, plotly.js.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { partition } from "../parts/partition.mjs";
import { parts } from "../parts/parts.mjs";

/** Workers by output name. They are scripts, because a worker from a blob cannot import from `file://`. */
const workers = { runtimeWorker: "src/web/runtimeWorker.ts", kernelWorker: "src/web/kernelWorker.ts" };

/** Globals that plotly.js reads its document from, as `report/svg/figureSvg.ts` sets them. */
const LENT =
  "window,document,self,DOMParser,navigator,getComputedStyle,Element,HTMLElement,SVGElement,Node".split(",");

/**
 * Writes what pages load into `outdir`: `page.js` and `runtimeWorker.js`, which `dtp run --html` embeds, `element.js` and `web.js`, the
 * modules of the package for other pages, and the parts that their worker loads late.
 */
export async function buildPage(root, outdir) {
  const { common, constants, papers, pages } = await settingsOf(root);
  const modules = { element: "src/page/element.ts", web: "src/web/index.ts" };
  const points = Object.entries(modules).map(([out, entry]) => ({ in: entry, out }));
  await build({ ...common, entryPoints: points, outdir, format: "esm" });
  await writePart(outdir, "papers", JSON.stringify(papers));
  await writePart(outdir, "pages", JSON.stringify(pages));
  await writePlotly(root, outdir, ["whole"]);
  // The package carries one plotly.js for pages. It draws what the smaller one draws.
  const whole = 'importScripts(new URL("plotly-whole.js",location.href));globalThis["dtp:plotly-whole"]';
  await writePart(outdir, "plotly-cartesian", `(${whole.replace(";", ",")})`);
  await build({ ...common, entryPoints: [{ in: "src/page/main.ts", out: "page" }], outdir, format: "iife" });
  await writeRuntime(common, constants, outdir);
}

/** Writes the runtime's worker into `outdir` for pages that only check texts, with the part that the library's papers are. */
export async function buildChecker(root, outdir) {
  const { common, constants, papers } = await settingsOf(root);
  await writeRuntime(common, constants, outdir);
  await writePart(outdir, "papers", JSON.stringify(papers));
}

async function writeRuntime(common, constants, outdir) {
  const entry = { in: workers.runtimeWorker, out: "runtimeWorker" };
  await build({ ...common, entryPoints: [entry], outdir, format: "iife", define: constants });
}

/** Writes the language server's worker into `outdir`, with all of the library: it has no files beside it. */
export async function buildLanguageWorker(root, outdir) {
  const { common, constants, papers } = await settingsOf(root);
  const library = JSON.stringify({ ...JSON.parse(constants.DTP_LIBRARY), ...papers });
  await build({
    ...common,
    entryPoints: [{ in: "src/web/languageWorker.ts", out: "languageWorker" }],
    outdir,
    format: "iife",
    define: { ...constants, DTP_LIBRARY: library, DTP_PAPERS: "[]" },
  });
}

/** Writes the workers, `client.js` and the parts that workers load late into `outdir`. */
export async function buildWeb(root, outdir) {
  const { common, constants, papers, pages } = await settingsOf(root);
  const made = await partition({
    root,
    entries: workers,
    parts,
    options: { ...common, minify: false, format: "iife", define: constants },
  });
  for (const [out, text] of made.mains) await writeFile(join(outdir, `${out}.js`), await minified(text));
  for (const [part, text] of made.parts)
    await writeFile(join(outdir, `${part}.js`), await minified(partScript(part, text)));
  await build({
    ...common,
    entryPoints: [{ in: "src/web/index.ts", out: "client" }],
    outdir,
    format: "esm",
  });
  await writePart(outdir, "papers", JSON.stringify(papers));
  await writePart(outdir, "pages", JSON.stringify(pages));
  await writePlotly(root, outdir, ["cartesian", "whole"]);
  // Pages that carry all that a worker may load read this list.
  const listed = [...made.parts.keys(), "papers", "pages", "plotly-cartesian", "plotly-whole"];
  await writeFile(join(outdir, "parts.json"), `${JSON.stringify(listed)}\n`);
}

/** Settings of all bundles for pages, and the texts that go into them. */
async function settingsOf(root) {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const all = Object.entries(await textsOf(join(root, "src/std"), ".dtp"));
  const [library, papers] = [false, true].map((isPaper) =>
    Object.fromEntries(all.filter(([name]) => name.startsWith("papers/") === isPaper)),
  );
  const pages = {
    ...(await textsOf(join(root, "docs/errors"), ".md")),
    language: await readFile(join(root, "docs/language.md"), "utf8"),
  };
  const constants = {
    DTP_VERSION: version,
    DTP_STD_VERSION: (await readFile(join(root, "src/std/version.txt"), "utf8")).trim(),
    DTP_LIBRARY: library,
    DTP_PAPERS: Object.keys(papers),
  };
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: "browser",
    target: "es2022",
    minify: true,
    // Workers read scripts as UTF-8, whatever the server says.
    charset: "utf8",
    legalComments: "eof",
    external: ["plotly.js-*"],
    logLevel: "warning",
  };
  const define = Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return { common, constants: define, papers, pages };
}

/** Minifies a script. */
export const minified = async (text) =>
  (await transform(text, { minify: true, charset: "utf8", target: "es2022", legalComments: "eof" })).code;

/** A part that a worker loads late, as a script that puts the value of `expression` among the globals. */
const partScript = (name, expression) => `globalThis["dtp:${name}"]=${expression};\n`;

const writePart = (outdir, name, expression) =>
  writeFile(join(outdir, `${name}.js`), partScript(name, expression));

/**
 * Writes plotly.js as functions of the globals that it reads. A page's own `window` cannot be replaced, so the build that draws on
 * our small document must not look for it there.
 */
async function writePlotly(root, outdir, names) {
  const { resolve } = createRequire(join(root, "package.json"));
  const sources = {
    cartesian: resolve("plotly.js-cartesian-dist-min"),
    whole: resolve("plotly.js-dist"),
  };
  for (const name of names) {
    const source = sources[name];
    const { outputFiles } = await build({
      entryPoints: [source],
      minify: true,
      // V8 parses an arrow function within functions again at every level around it. esbuild's way back loses the `this` of fields of
      // classes: the smaller build has none.
      ...(name === "cartesian" ? { supported: { arrow: false } } : {}),
      charset: "utf8",
      legalComments: "eof",
      write: false,
      logLevel: "error",
    });
    const values = LENT.map((one) => `w.${one}`).join();
    const inner = eagerFactory(outputFiles[0].text);
    const text = `(function(w){return (function(${LENT.join()}){var module={exports:{}},exports=module.exports;\n${inner}\nreturn module.exports}).call(w,${values})})`;
    await writePart(outdir, `plotly-${name}`, text);
  }
}

/**
 * Script of plotly.js with parentheses around the factory that it calls once. V8 compiles a function in parentheses at once; any other it
 * parses twice, of which the first time is in vain.
 */
function eagerFactory(text) {
  const begin = /(?<=\bthis,)(?:\(\)=>|function\(\))(?=\{"use strict")/.exec(text);
  const licences = text.indexOf("\n/*! ");
  const end = text.lastIndexOf("})", licences < 0 ? undefined : licences) + 1;
  if (begin === null || end <= begin.index)
    throw new Error("plotly.js has another frame than the build knows");
  const body = text.slice(begin.index + begin[0].length, end);
  return `${text.slice(0, begin.index)}(function()${body})${text.slice(end)}`;
}

/** Texts of the files below `folder` that end in `ending`, by their path without it. */
async function textsOf(folder, ending) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return Object.fromEntries(
    names.map((name, i) => [name.slice(0, -ending.length).replaceAll("\\", "/"), texts[i]]),
  );
}
