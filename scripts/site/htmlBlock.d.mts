/** A report's HTML as one block of a Markdown page, which a blank line would end. */
export function htmlBlock(html: string): string;
