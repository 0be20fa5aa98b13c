import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { sitePath } from "./sitePath.mjs";

/**
 * Sidebar of the site, read from the map of the documentation: a group for each of its sections, an entry for each page that a section
 * links. An entry's text is the page's title.
 */
export function sidebar(root, sources) {
  const map = readFileSync(join(root, "docs/README.md"), "utf8");
  return map
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const title = section.slice(0, section.indexOf("\n"));
      const seen = new Set();
      const items = [...section.matchAll(/\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target]) => {
        const page = sitePath(posix.normalize(posix.join("docs", target)));
        if (!page.endsWith(".md") || seen.has(page)) return [];
        seen.add(page);
        const text = titleOf(join(sources, page));
        return text === null ? [] : [{ text, link: `/${page.replace(/\.md$/, "")}` }];
      });
      return {
        text: title,
        collapsed: title !== "Begin",
        items,
      };
    });
}

/** First heading of a page as plain text; null for a page that is not there. */
function titleOf(path) {
  try {
    const heading = /^# (.*)$/m.exec(readFileSync(path, "utf8"))?.[1];
    return heading === undefined ? null : heading.replace(/[`*]/g, "");
  } catch {
    return null;
  }
}
