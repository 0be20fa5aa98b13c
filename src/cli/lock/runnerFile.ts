import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import {
  engineVersion,
  errorPagesFolder,
  figureFont,
  pageScript,
  plotlyText,
  runnerScript,
  stdFolder,
  stdVersion,
} from "../../host/index.ts";

/** Name of the runner in a project. */
export const RUNNER = "dtp.cjs";

/** Length of a line of packed code, so that editors and mail can show the file. */
const LINE = 20_000;

/**
 * Text of the runner: `dtp` of this version in one file that needs Node and nothing else, without a network. It holds the engine,
 * the library, the pages of diagnostics, plotly.js and pdfkit, compressed. Null where nothing is built to make it from: in a
 * source tree, and in a runner.
 */
export async function runnerFile(): Promise<string | null> {
  if (runnerScript === null) return null;
  const { resolve } = createRequire(import.meta.url);
  const texts = {
    ...(await textsBelow(stdFolder, "std", /\.(dtp|txt)$/)),
    ...(await textsBelow(errorPagesFolder, "errors", /\.md$/)),
    "page/page.js": pageScript() ?? "",
  };
  const parts: Readonly<Record<string, string | Uint8Array>> = {
    "main.cjs": await readFile(runnerScript, "utf8"),
    texts: JSON.stringify(texts),
    "plotly.min.js": plotlyText(),
    pdfkit: await readFile(resolve("pdfkit/js/pdfkit.standalone.js"), "utf8"),
    "svg-to-pdfkit": await readFile(resolve("svg-to-pdfkit"), "utf8"),
    "fonts/DTPSans.ttf": figureFont.bytes(),
  };
  const packed = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      const lines = (await compressed(part)).match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
      return `${JSON.stringify(name)}:\`\n${lines.join("\n")}\`,\n`;
    }),
  );
  return `${head()}const parts = {\n${packed.join("")}};\n${LOADER}`;
}

async function compressed(part: string | Uint8Array): Promise<string> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return (await promisify(brotliCompress)(part, { params })).toString("base64");
}

/** Texts of the files below a folder by their path in the package. */
async function textsBelow(folder: string, name: string, wanted: RegExp): Promise<Record<string, string>> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => wanted.test(path)).sort();
  const read = paths.map(async (path) => [
    `${name}/${path.split(sep).join("/")}`,
    await readFile(join(folder, path), "utf8"),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

const head = (): string => `#!/usr/bin/env node
// dtp ${engineVersion()} with std ${stdVersion()} in one file: \`node ${RUNNER} --help\`. Written by \`dtp lock\`; \`dtp.lock\` holds its checksum.
// Needs Node 20.19 or later, and no network. Apache-2.0, and the licences of the libraries in it, which each part ends with.
"use strict";
`;

/** Last lines of the runner: they unpack a part when it is first read, and run the main script. */
const LOADER = `const { brotliDecompressSync } = require("node:zlib");
const { compileFunction } = require("node:vm");
const bytes = (name) => Object.hasOwn(parts, name) ? brotliDecompressSync(Buffer.from(parts[name], "base64")) : null;
let known = null;
const texts = () => (known ??= JSON.parse(String(bytes("texts"))));
const packed = {
  file: __filename,
  text: (path) => (Object.hasOwn(texts(), path) ? texts()[path] : (bytes(path)?.toString() ?? null)),
  bytes,
  get paths() { return Object.keys(texts()); },
};
const loaded = new Map();
function load(name) {
  const have = loaded.get(name);
  if (have) return have.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const given = ["exports", "require", "module", "__filename", "DTP_PACKED"];
  const run = compileFunction(String(bytes(name)), given, { filename: __filename + "/" + name });
  run.call(module.exports, module.exports, (one) => (Object.hasOwn(parts, one) ? load(one) : require(one)), module, __filename, packed);
  return module.exports;
}
load("main.cjs");
`;
