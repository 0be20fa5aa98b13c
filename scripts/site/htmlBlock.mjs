/** A report's HTML as one block of a Markdown page, which a blank line would end. */
export const htmlBlock = (html) => `<div class="dtp-saved" v-pre>${html.replace(/\n\s*\n/g, "\n")}</div>\n`;
