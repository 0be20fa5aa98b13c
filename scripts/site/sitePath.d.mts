/** Place of a repository's file in the site, without a leading slash. */
export function sitePath(path: string): string;
/** Link from one file of the repository to another as the site has it. */
export function siteLink(from: string, to: string): string;
