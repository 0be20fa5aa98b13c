/** Text of a page of the repository as a page of the site. */
export function markdownPage(path: string, text: string, known: (path: string) => boolean): string;
