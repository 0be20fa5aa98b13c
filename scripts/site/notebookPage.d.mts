/** A saved notebook as a page of the site, and the texts of its figures by file name. With `lab`, a link below the title opens it in the lab. */
export function notebookPage(
  path: string,
  json: unknown,
  known: (path: string) => boolean,
  lab?: boolean,
): { readonly text: string; readonly figures: Readonly<Record<string, string>> };
