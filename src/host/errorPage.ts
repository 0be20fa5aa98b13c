import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorPagesFolder } from "./package.ts";

/** Page of a diagnostic, in Markdown. */
export const errorPage = (code: string): Promise<string> =>
  readFile(join(errorPagesFolder, `${code}.md`), "utf8");

/** Heading of a diagnostic's page without the code: the error in a few words. */
export const errorHeading = (page: string): string => /^# [\w-]+: (.+)/.exec(page)?.[1] ?? "";
