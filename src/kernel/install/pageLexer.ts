import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULE = "dtp_pygments";
/** Name in the package's `INSTALLER` file, by which `uninstall` knows what it may remove. */
const INSTALLER = "dtp";

/**
 * Installs the lexer for Pygments into folders of Python packages, as pip would: nbconvert then colours cells. A lexer that pip
 * installed is left alone. Returns the folders that now have ours; a folder that cannot be written is left out, because a
 * kernel works without colours.
 */
export function installLexer(folders: readonly string[], source = findSource()): readonly string[] {
  if (source === null) return [];
  const project = readFileSync(join(source, "pyproject.toml"), "utf8");
  const read = (key: string): string => new RegExp(`^${key} = "(.*)"$`, "m").exec(project)?.[1] ?? "";
  return folders.filter((folder) => {
    if (otherInstalled(folder)) return false;
    try {
      removeLexer([folder]);
      const about = `${MODULE}-${read("version")}.dist-info`;
      const files: readonly (readonly [name: string, text: string])[] = [
        [`${MODULE}.py`, readFileSync(join(source, `${MODULE}.py`), "utf8")],
        [
          `${about}/METADATA`,
          `Metadata-Version: 2.1\nName: ${read("name")}\nVersion: ${read("version")}\nSummary: ${read("description")}\n`,
        ],
        [`${about}/entry_points.txt`, `[pygments.lexers]\ndtp = ${read("dtp")}\n`],
        [`${about}/INSTALLER`, `${INSTALLER}\n`],
      ];
      mkdirSync(join(folder, about), { recursive: true });
      for (const [name, text] of files) writeFileSync(join(folder, name), text);
      // pip removes what this file lists.
      const listed = [...files.map(([name]) => name), `${about}/RECORD`].map((name) => `${name},,\n`);
      writeFileSync(join(folder, about, "RECORD"), listed.join(""));
      return true;
    } catch {
      return false;
    }
  });
}

/** Removes our lexer from folders of Python packages, and leaves one that pip installed. Returns the folders that had ours. */
export function removeLexer(folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => {
    const about = aboutIn(folder);
    if (about === null || !isOurs(about)) return false;
    for (const path of [about, join(folder, `${MODULE}.py`)]) rmSync(path, { recursive: true, force: true });
    return true;
  });
}

/** Copies the template for pages with described figures to where nbconvert looks below Jupyter's data directory. */
export function installTemplate(dataDir: string, source = findSource()): void {
  if (source === null) return;
  cpSync(join(source, "templates/dtp"), templateFolder(dataDir), { recursive: true });
}

export function removeTemplate(dataDir: string): void {
  rmSync(templateFolder(dataDir), { recursive: true, force: true });
}

const templateFolder = (dataDir: string): string => join(dataDir, "nbconvert/templates/dtp");

function otherInstalled(folder: string): boolean {
  const about = aboutIn(folder);
  return about === null ? existsSync(join(folder, `${MODULE}.py`)) : !isOurs(about);
}

/** Folder with the facts about an installed lexer, as pip keeps them; null where none is installed. */
function aboutIn(folder: string): string | null {
  const name = readdirSync(folder).find((one) => one.startsWith(`${MODULE}-`) && one.endsWith(".dist-info"));
  return name === undefined ? null : join(folder, name);
}

function isOurs(about: string): boolean {
  const path = join(about, "INSTALLER");
  return existsSync(path) && readFileSync(path, "utf8").trim() === INSTALLER;
}

/** Folder of the Python package next to dist/. This code may run from dist/, from a chunk below it, or from the sources. */
function findSource(): string | null {
  const places = ["../", "../../", "../../../"].map((up) => `${up}integrations/pygments/`);
  return (
    places
      .map((place) => fileURLToPath(new URL(place, import.meta.url)))
      .find((path) => existsSync(join(path, `${MODULE}.py`))) ?? null
  );
}
