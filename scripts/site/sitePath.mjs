import { posix } from "node:path";

/**
 * Place of a repository's file in the site, without a leading slash: `docs/README.md` is `docs/index.md`, a notebook or a program is
 * a page of Markdown.
 */
export function sitePath(path) {
  if (path === "README.md") return "readme.md";
  if (path.endsWith("/README.md")) return path.replace(/README\.md$/, "index.md");
  if (path.endsWith(".ipynb")) return path.replace(/\.ipynb$/, ".md");
  if (path.endsWith(".dtp")) return path.replace(/\.dtp$/, "-dtp.md");
  return path;
}

/** Link from one file of the repository to another as the site has it: from page to page. */
export function siteLink(from, to) {
  const link = posix.relative(posix.dirname(sitePath(from)), sitePath(to));
  return link.startsWith(".") ? link : `./${link}`;
}
