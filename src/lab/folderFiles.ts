import type { Contents } from "@jupyterlab/services";
import type { Files } from "../web/index.ts";

/** Largest file that a page reads for a check, bytes. */
const MOST = 4e6;
/** Time for which the list of a folder's files holds, ms: for the imports of one check, and not until the next check. */
const FRESH = 250;

type Entry = Pick<Contents.IModel, "name" | "type" | "size" | "last_modified">;

/**
 * Files of Jupyter's server for checks of texts. A folder is listed before a file is asked for, so that a name that is being typed
 * costs one request, and no error in the browser's log.
 */
export function folderFiles(contents: Contents.IManager): Files & {
  /** True for a file that is there, and that was not read: too large, or no text. */
  isUnread(path: string): boolean;
} {
  const folders = new Map<string, { readonly at: number; readonly entries: Promise<readonly Entry[]> }>();
  const texts = new Map<string, { readonly modified: string; readonly text: string }>();
  const unread = new Set<string>();

  function list(folder: string): Promise<readonly Entry[]> {
    const known = folders.get(folder);
    if (known && performance.now() - known.at < FRESH) return known.entries;
    const entries = contents.get(folder, { type: "directory", content: true }).then(
      ({ content }) => (Array.isArray(content) ? (content as readonly Entry[]) : []),
      () => [],
    );
    folders.set(folder, { at: performance.now(), entries });
    return entries;
  }

  async function textOf(path: string, modified: string): Promise<string | null> {
    const known = texts.get(path);
    if (known?.modified === modified) return known.text;
    const { content } = await contents.get(path, { type: "file", format: "text", content: true });
    if (typeof content !== "string") return null;
    texts.set(path, { modified, text: content });
    return content;
  }

  return {
    isUnread: (path) => unread.has(path),
    async read(path) {
      unread.delete(path);
      const cut = path.lastIndexOf("/");
      const name = path.slice(cut + 1);
      const entries = await list(path.slice(0, Math.max(0, cut)));
      const entry = entries.find((one) => one.name === name && one.type !== "directory");
      if (!entry) {
        // Jupyter's server lists no hidden files.
        if (name.startsWith(".")) unread.add(path);
        return null;
      }
      const text =
        (entry.size ?? 0) > MOST ? null : await textOf(path, entry.last_modified).catch(() => null);
      if (text === null) unread.add(path);
      return text;
    },
  };
}
