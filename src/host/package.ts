import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packed } from "./packed.ts";

/** Version of the package. Set by scripts/build.mjs; undefined when the source runs unbundled, as in tests. */
declare const DTP_VERSION: string | undefined;

const bundled = typeof DTP_VERSION === "string";

/**
 * Path of a file that belongs to the package: `inDist` next to the bundles, or `inSource` in the source tree.
 */
function inPackage(inDist: string, inSource: string): string {
  return fileURLToPath(new URL(bundled ? inDist : inSource, import.meta.url));
}

/** Folder of the shipped library. */
export const stdFolder = inPackage("./std/", "../std/");

/** Folder with one Markdown page per diagnostic code. */
export const errorPagesFolder = inPackage("./errors/", "../../docs/errors/");

/** Path of the language reference, in Markdown. */
export const languagePage = inPackage("./language.md", "../../docs/language.md");

/** Folder of the declarations that TypeScript cells are checked against. */
export const sheetTypesFolder = inPackage("./sheet/", "../session/sheet/");

/** Folder of the fonts in exported figures. */
const fontsFolder = inPackage("./fonts/", "../cli/fonts/");

/** Font of exported figures, in TrueType. */
export const figureFont = {
  path: join(fontsFolder, "DTPSans.ttf"),
  bytes: (): Uint8Array =>
    packed?.bytes("fonts/DTPSans.ttf") ?? readFileSync(join(fontsFolder, "DTPSans.ttf")),
};

/** Entry file of a worker thread; null where nothing is bundled. */
export const threadEntry = bundled ? inPackage("./thread.cjs", "") : null;

/** Folder of the templates that `dtp new` copies. */
export const templatesFolder = inPackage("./templates/", "../cli/new/templates/");

/** Script of the pages that `dtp run --html` writes; null where nothing is bundled. */
export function pageScript(): string | null {
  if (packed) return packed.text("page/page.js");
  return bundled ? readFileSync(inPackage("./page/page.js", ""), "utf8") : null;
}

/** Script of the worker that a live page embeds; null where nothing is bundled, and in a bundle that is one file. */
export function pageWorker(): string | null {
  return bundled && !packed ? readFileSync(inPackage("./page/runtimeWorker.js", ""), "utf8") : null;
}

/** Main script of the runner that `dtp lock` writes; null where nothing is bundled. */
export const runnerScript = bundled && !packed ? inPackage("./runner.cjs", "") : null;

/** Version of the shipped data: devices, clusters, models, papers. */
export function stdVersion(): string {
  return (packed?.text("std/version.txt") ?? readFileSync(join(stdFolder, "version.txt"), "utf8")).trim();
}

/** Version of the package, which is also the engine's. */
export function engineVersion(): string {
  if (typeof DTP_VERSION === "string") return DTP_VERSION;
  const manifest: unknown = JSON.parse(readFileSync(inPackage("", "../../package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "?";
}
