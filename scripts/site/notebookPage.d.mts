/** A saved notebook as a page of the site, and the texts of its figures by file name. */
export function notebookPage(
  path: string,
  json: unknown,
  known: (path: string) => boolean,
): { readonly text: string; readonly figures: Readonly<Record<string, string>> };
