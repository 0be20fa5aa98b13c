import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Set by scripts/build.mjs; absent when the source runs unbundled, in tests. */
declare const DTP_VERSION: string | undefined;

const bundled = typeof DTP_VERSION === "string";

function inPackage(inDist: string, inSource: string): string {
  return fileURLToPath(new URL(bundled ? inDist : inSource, import.meta.url));
}

/** One markdown page per diagnostic code. */
export const errorPagesFolder = inPackage("./errors/", "../../docs/errors/");

/** The version of the package, which is the engine's. */
export function engineVersion(): string {
  if (typeof DTP_VERSION === "string") return DTP_VERSION;
  const manifest: unknown = JSON.parse(
    readFileSync(inPackage("../package.json", "../../package.json"), "utf8"),
  );
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "?";
}
