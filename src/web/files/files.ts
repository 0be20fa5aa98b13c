/** Files of the user, as a page has them: read from a server, a form, a notebook's folder, a link. */
export interface Files {
  /** Text of a file by its path from the top folder (`runs.csv`, `lib/node.dtp`). Resolves to null where there is none. */
  read(path: string): Promise<string | null>;
}
