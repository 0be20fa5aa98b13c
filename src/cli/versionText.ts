import { LATEST_EDITION } from "../dsl/syntax/index.ts";
import { stdVersion } from "../host/index.ts";
import { engineVersion } from "./installation.ts";

/** The three versions that a report names: what computed, what was read, with which data. */
export function versionText(): string {
  return [
    `dtp ${engineVersion()}`,
    `language edition ${LATEST_EDITION}`,
    `std data ${stdVersion()}`,
    "",
  ].join("\n");
}
