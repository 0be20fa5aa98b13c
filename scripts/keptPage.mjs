import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./fromSource.mjs";

/** Options of a script that renews a page: `--write`, `--check`, `--help`, and the script's own. `--help` ends it. */
export function pageArguments(usage, { options = {}, allowPositionals = false } = {}) {
  const { values, positionals } = parseArgs({
    allowPositionals,
    options: {
      write: { type: "boolean" },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      ...options,
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  return { values, positionals };
}

/**
 * Writes a page that a script makes (`--write`), or fails where the file differs from it (`--check`), or prints it.
 * `pageOf` makes the whole page from the text of the file, `printed` is the part to print, and `command` renews the page.
 */
export async function keepPage(path, { write, check }, { pageOf, printed, command }) {
  if (!write && !check) return process.stdout.write(printed);
  const found = await readFile(join(root, path), "utf8").catch(() => "");
  const wanted = pageOf(found);
  if (write) return writeFile(join(root, path), wanted);
  if (found === wanted) return;
  console.error(`stale: ${path}\nrun \`${command}\` and commit the result`);
  process.exitCode = 1;
}
