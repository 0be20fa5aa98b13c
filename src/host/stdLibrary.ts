import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Set by the build; absent when the source runs unbundled, in tests. */
declare const DTP_VERSION: string | undefined;

/** The shipped library: beside the bundles, or beside this folder in the source tree. */
export const stdFolder = fileURLToPath(
  new URL(typeof DTP_VERSION === "string" ? "./std/" : "../std/", import.meta.url),
);

/** The version of the shipped data: devices, clusters, models, papers. */
export function stdVersion(): string {
  return readFileSync(join(stdFolder, "version.txt"), "utf8").trim();
}
