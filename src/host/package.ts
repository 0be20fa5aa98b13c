import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Set by scripts/build.mjs; absent when the source runs unbundled, in tests. */
declare const DTP_VERSION: string | undefined;

const bundled = typeof DTP_VERSION === "string";

/** A part of the installed package: beside the bundles, or in the source tree. */
function inPackage(inDist: string, inSource: string): string {
  return fileURLToPath(new URL(bundled ? inDist : inSource, import.meta.url));
}

/** The shipped library. */
export const stdFolder = inPackage("./std/", "../std/");

/** One markdown page per diagnostic code. */
export const errorPagesFolder = inPackage("./errors/", "../../docs/errors/");

/** The language on one page, in markdown. */
export const languagePage = inPackage("./language.md", "../../docs/language.md");

/** The declarations that TypeScript cells are checked against. */
export const sheetTypesFolder = inPackage("./sheet/", "../session/sheet/");

/** The letters of exported figures. */
export const fontsFolder = inPackage("./fonts/", "../cli/fonts/");

/** The entry of a thread that shares in the work; null where nothing is bundled. */
export const threadEntry = bundled ? inPackage("./thread.cjs", "") : null;

/** What `dtp new` copies. */
export const templatesFolder = inPackage("./templates/", "../cli/new/templates/");

/** The version of the shipped data: devices, clusters, models, papers. */
export function stdVersion(): string {
  return readFileSync(join(stdFolder, "version.txt"), "utf8").trim();
}

/** The version of the package, which is the engine's. */
export function engineVersion(): string {
  if (typeof DTP_VERSION === "string") return DTP_VERSION;
  const manifest: unknown = JSON.parse(readFileSync(inPackage("", "../../package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "?";
}
