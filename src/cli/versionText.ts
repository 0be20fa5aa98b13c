import { engineVersion, stdVersion } from "./installation.ts";

/** The newest edition of the language, which a file without an `edition` line is read as. */
const EDITION = 2026;

/** The three versions that a report names: what computed, what was read, with which data. */
export function versionText(): string {
  return [`dtp ${engineVersion()}`, `language edition ${EDITION}`, `std data ${stdVersion()}`, ""].join("\n");
}
