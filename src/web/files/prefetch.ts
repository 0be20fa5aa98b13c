import { importsOf } from "../../dsl/syntax/index.ts";
import { isBinaryFile } from "../../measured/binaryFile.ts";
import type { Files } from "./files.ts";
import { resolvePath } from "./resolvePath.ts";
import { standIn } from "./standIn.ts";

/** Largest number of files that one text may import, with the imports of those files. */
const MOST = 1_000;

/**
 * Reads the files that `text` imports, and those that these import, into `texts`. A run reads files synchronously, and a page
 * cannot. A file that is gone is removed from `texts`. `from` is the path of the text, for a text in a folder.
 */
export async function prefetch(
  text: string,
  files: Files,
  texts: Map<string, string>,
  from = "",
): Promise<void> {
  // Most cells import nothing, and the parser is not needed to see that.
  if (!/\bimport\b/.test(text)) return;
  const seen = new Set<string>();
  let open = wanted(text, from);
  while (open.length > 0) {
    const fresh = [...new Set(open)].filter((path) => !seen.has(path)).slice(0, MOST - seen.size);
    for (const path of fresh) seen.add(path);
    const found = await Promise.all(
      fresh.map((path) => files.read(path, isBinaryFile(path) ? "bytes" : "text")),
    );
    open = fresh.flatMap((path, i) => {
      const own = found[i] ?? null;
      if (own === null) {
        texts.delete(path);
        return [];
      }
      const text = standIn(path, own);
      texts.set(path, text);
      return /\.dtp$/i.test(path) ? wanted(text, path) : [];
    });
  }
}

/** Paths of the user's files that a text imports. */
function wanted(text: string, from: string): readonly string[] {
  return importsOf(text)
    .filter((specifier) => !/^std[@/]/.test(specifier))
    .flatMap((specifier) => resolvePath(specifier, from) ?? []);
}
