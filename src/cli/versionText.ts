import { LATEST_EDITION } from "../dsl/syntax/index.ts";
import { engineVersion, stdVersion } from "../host/index.ts";

/** The three versions that a report names: what computed, what was read, with which data. */
export function versionText(): string {
  return [
    `dtp ${engineVersion()}`,
    `language edition ${LATEST_EDITION}`,
    `std data ${stdVersion()}`,
    "",
  ].join("\n");
}
