import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of our extension for JupyterLab and Notebook 7. JupyterLab expects it to have the package's name.
 */
function extensionFolder(dataDir: string): string {
  return join(dataDir, "labextensions", "dtplan");
}

/**
 * Copies the built JupyterLab extension into Jupyter's data directory and returns its folder. An older
 * extension is replaced. null where no extension was built: notebooks then show plain colours and static
 * figures. Throws any file system error.
 */
export function installExtension(dataDir: string, built = findBuilt()): string | null {
  if (built === null) return null;
  const folder = extensionFolder(dataDir);
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true });
  return folder;
}

/**
 * Removes the JupyterLab extension and returns its folder. null where there is none, or something else with
 * that name.
 */
export function removeExtension(dataDir: string): string | null {
  const folder = extensionFolder(dataDir);
  if (!isOurs(folder)) return null;
  rmSync(folder, { recursive: true });
  return folder;
}

function isOurs(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return (
      typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === "dtplan"
    );
  } catch {
    return false;
  }
}

/**
 * Path of the built extension, `labextension/` next to dist/. null where it was not built. This code may run
 * from dist/, from a chunk below it, or from the sources.
 */
function findBuilt(): string | null {
  const places = ["../labextension/", "../../labextension/", "../../../labextension/"];
  return (
    places
      .map((place) => fileURLToPath(new URL(place, import.meta.url)))
      .find((path) => existsSync(join(path, "package.json"))) ?? null
  );
}
