import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createWorld, projectRoot, stdFolder } from "../../host/index.ts";
import type { CheckRequest, OpenWorld } from "../../lsp/index.ts";

/** Path of a file's address; null for a text that is not on disk. */
export function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    return null; // an address of another machine
  }
}

/** Folder that the imports of a program start from: its own, or the working directory for a new text. */
export function folderOf(uri: string): string {
  const path = pathOf(uri);
  const folder = path === null ? process.cwd() : dirname(path);
  return existsSync(folder) ? folder : process.cwd();
}

/** Address of a file by the name under which a world in `folder` reports it. */
export function addressOf(name: string, folder: string): string {
  const library = /^std(?:@[^/]+)?\/(.+?)(?:\.dtp)?$/.exec(name);
  const path = library ? join(stdFolder, `${library[1]}.dtp`) : resolve(folder, name);
  return pathToFileURL(path).href;
}

/** Files of a program in an editor: those on disk, with the texts of open files in their place. */
export function openWorld({ uri, open }: Pick<CheckRequest, "uri" | "open">): OpenWorld {
  const folder = folderOf(uri);
  const world = createWorld(folder, projectRoot(folder));
  const files: Record<string, string> = {};
  // An editor may write an address in another way than Node does: `%3A` for a colon.
  const byPath = new Map(Object.entries(open).map(([address, text]) => [pathOf(address), { address, text }]));
  return {
    files,
    world: {
      ...world,
      read(specifier, from) {
        const found = world.read(specifier, from);
        if ("problem" in found) return found;
        const address = addressOf(found.name, folder);
        const edited = byPath.get(pathOf(address));
        files[found.name] = edited?.address ?? address;
        return edited ? { ...found, text: edited.text } : found;
      },
    },
  };
}
