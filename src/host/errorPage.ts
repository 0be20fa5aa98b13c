import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorPagesFolder } from "./package.ts";

/** The page of a diagnostic, in Markdown. */
export const errorPage = (code: string): Promise<string> =>
  readFile(join(errorPagesFolder, `${code}.md`), "utf8");

/** What the heading of such a page says behind the code: the mistake in a few words. */
export const errorHeading = (page: string): string => /^# [\w-]+: (.+)/.exec(page)?.[1] ?? "";
