import { LATEST_EDITION } from "../../dsl/syntax/index.ts";
import { engineVersion, stdVersion } from "../../host/index.ts";

/** Versions of the engine, the language and the data, as a text for reports. */
export function versionText(): string {
  return [
    `dtp ${engineVersion()}`,
    `language edition ${LATEST_EDITION}`,
    `std data ${stdVersion()}`,
    "",
  ].join("\n");
}
