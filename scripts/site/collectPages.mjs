import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { isInLab } from "../lite/isInLab.mjs";
import { markdownPage } from "./markdownPage.mjs";
import { darkFile, notebookPage } from "./notebookPage.mjs";
import { sitePath } from "./sitePath.mjs";

/** Folders of the repository whose pages, notebooks and programs are in the site. */
const FOLDERS = ["docs", "notebooks", "labs", "examples", "src/std"];
const ROOT_PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/**
 * Writes the repository's pages, notebooks and programs into a folder as sources of the site.
 *
 * @param lab whether the site has the lab, in which notebooks' pages open them
 * @param darkPicture what turns a figure's SVG into that for dark pages
 * @returns the paths of the pages as the repository has them
 */
export async function collectPages(root, folder, { lab, darkPicture }) {
  const found = await Promise.all(
    FOLDERS.map(async (one) =>
      (await readdir(join(root, one), { recursive: true })).map(
        (name) => `${one}/${name.replaceAll("\\", "/")}`,
      ),
    ),
  );
  const files = [...ROOT_PAGES, ...found.flat()]
    .filter((path) => /\.(md|ipynb|dtp|svg|png)$/.test(path))
    // The keys to the exercises are the teacher's.
    .filter((path) => !/^notebooks\/course\/(?:\w+\/)?keys\//.test(path))
    .sort();
  // A program beside the notebook that is made from it is the same page twice.
  const kept = files.filter(
    (path) => !(path.endsWith(".dtp") && existsSync(join(root, path.replace(/dtp$/, "ipynb")))),
  );
  const known = new Set(kept);
  const write = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const path of kept) {
    const source = join(root, path);
    const has = (target) => known.has(target) || known.has(target.replace(/\.dtp$/, ".ipynb"));
    if (/\.(svg|png)$/.test(path)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(source, join(folder, path));
    } else if (path.endsWith(".md"))
      await write(sitePath(path), markdownPage(path, await readFile(source, "utf8"), has));
    else if (path.endsWith(".dtp"))
      await write(sitePath(path), programPage(path, await readFile(source, "utf8")));
    else {
      const opens = lab && isInLab(path.replace(/^notebooks\//, ""));
      const { text, figures } = notebookPage(path, JSON.parse(await readFile(source, "utf8")), has, opens);
      await write(sitePath(path), text);
      for (const [name, svg] of Object.entries(figures)) {
        await write(posix.join(posix.dirname(path), name), svg);
        await write(posix.join(posix.dirname(path), darkFile(name)), darkPicture(svg));
      }
    }
  }
  return kept.filter((path) => !/\.(svg|png)$/.test(path));
}

/** A program as a page. Files of the library are read, not run. */
function programPage(path, text) {
  const marks = path.startsWith("src/std/") ? "dtp source" : "dtp";
  return `# ${path.replace(/^src\//, "")}\n\n\`\`\`\`${marks}\n${text.trimEnd()}\n\`\`\`\`\n`;
}
