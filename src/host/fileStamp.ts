import { statSync } from "node:fs";
import { resolve } from "node:path";

/** Size and time of change of a file, as a text that changes with them; null where there is no such file. */
export function fileStamp(folder: string, specifier: string): string | null {
  const found = statSync(resolve(folder, specifier), { throwIfNoEntry: false });
  return found?.isFile() ? `${found.size} ${found.mtimeMs}` : null;
}
