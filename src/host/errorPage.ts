import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorPagesFolder } from "./package.ts";
import { packed } from "./packed.ts";

/** Documentation page of a diagnostic, in Markdown. `code` is the diagnostic's code. */
export const errorPage = async (code: string): Promise<string> =>
  packed?.text(`errors/${code}.md`) ?? (await readFile(join(errorPagesFolder, `${code}.md`), "utf8"));

/** Title of a diagnostic's documentation page without the code: the error in a few words. */
export const errorHeading = (page: string): string => /^# [\w-]+: (.+)/.exec(page)?.[1] ?? "";
