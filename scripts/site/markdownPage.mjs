import { posix } from "node:path";
import temml from "temml";
import { siteLink } from "./sitePath.mjs";

/**
 * Text of a page of the repository as a page of the site. Links lead to the site's pages; a link to a file that the site does not
 * have becomes its text. Braces that the site's templates would read are escaped, and formulas of the formula pages are typeset
 * as MathML.
 *
 * @param path the page's path in the repository
 * @param known whether the site has a file of the repository
 */
export function markdownPage(path, text, known) {
  const typeset = path.startsWith("docs/reference/formulas/");
  return outsideCode(text, (prose) =>
    escaped(typeset ? withFormulas(prose) : prose)
      .replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, image, label, target) => {
        if (/^[a-z]+:|^#/.test(target)) return whole;
        const [file, heading] = target.split("#");
        const to = posix.normalize(posix.join(posix.dirname(path), file));
        if (!known(to)) return image ? "" : label;
        return `${image}[${label}](${siteLink(path, to)}${heading === undefined ? "" : `#${heading}`})`;
      })
      .replace(/(\s(?:src|srcset)=")(?![a-z]+:|\/)([^"]+)"/g, (_, attribute, target) => {
        const to = posix.normalize(posix.join(posix.dirname(path), target));
        return `${attribute}${siteLink(path, to)}"`;
      }),
  );
}

/** Applies a function to the parts of a Markdown text that are not fenced code. */
function outsideCode(text, change) {
  return text
    .split(/^(```[\s\S]*?^```[ \t]*$)/m)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join("");
}

const escaped = (prose) => prose.replaceAll("{{", "&#123;&#123;").replaceAll("}}", "&#125;&#125;");

/** Prose with `$$..$$` and `$..$` as MathML. */
const withFormulas = (prose) =>
  prose
    .replace(/\$\$([^$]+)\$\$/g, (_, tex) => mathml(tex, true))
    .replace(/\$([^$\n]+)\$/g, (_, tex) => mathml(tex, false));

/** MathML without blank lines and with bars as entities, so that it stands in a cell of a Markdown table. */
const mathml = (tex, displayMode) =>
  temml
    .renderToString(tex, { displayMode, throwOnError: true })
    .replaceAll("|", "&#124;")
    .replace(/\n\s*/g, "");
