import { codeIn, diagnostic } from "../../../dsl/diagnostics/index.ts";
import type { Magic } from "./magic.ts";

export const help: Magic = {
  name: "help",
  kind: "line",
  signature: "%help [WORD]",
  doc: "The language on one page. With a word: the meaning of a field, a name, a unit, a function, a result, an error code or a magic.",
  async run({ argument, source, span }, { evaluation, pages, magics, display, show }) {
    if (argument === "") {
      display(page(`${await pages.languagePage()}\n${magicsMarkdown(magics)}`));
      return null;
    }
    const magic = magics.find(({ name }) => name === argument.replace(/^%+/, ""));
    const isMagic = argument.startsWith("%") && magic !== undefined;
    const code = codeIn(argument);
    const found = isMagic ? null : evaluation.session.help(argument);
    if (found) await show(found);
    else if (code !== null) display(page(await pages.errorPage(code)));
    else if (magic) display(page(`### \`${magic.signature}\`\n\n${magic.doc}\n`));
    else return [diagnostic("no-help", { word: argument }, { source, span })];
    return null;
  },
};

function magicsMarkdown(magics: readonly Magic[]): string {
  const rows = magics.map(({ signature, doc }) => `| \`${signature.replace(/\|/g, "\\|")}\` | ${doc} |`);
  return `## In a notebook\n\n| | |\n|---|---|\n${rows.join("\n")}\n`;
}

/**
 * Page of the reference as a mime bundle. Relative links keep their words and lose their target, which a
 * notebook does not have.
 */
function page(markdown: string): { readonly "text/markdown": string; readonly "text/plain": string } {
  const text = markdown.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, "$1");
  return { "text/markdown": text, "text/plain": text };
}
