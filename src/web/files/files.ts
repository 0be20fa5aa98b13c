/** Files of the user, as a page has them: read from a server, a form, a notebook's folder, a link. */
export interface Files {
  /**
   * File by its path from the top folder (`runs.csv`, `lib/node.dtp`). Resolves to null where there is none. `as` is "bytes" for a file
   * that is no text: a compressed trace, a memory snapshot. A page that has texts alone may answer with a text then too.
   */
  read(path: string, as: "text" | "bytes"): Promise<string | Uint8Array | null>;
}
