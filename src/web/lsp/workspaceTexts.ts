import type { CheckRequest, EditedText, OpenWorld } from "../../lsp/index.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { textWorld } from "../world/textWorld.ts";
import type { Changes, Workspace } from "./messages.ts";

/** Scheme of the library's addresses: `dtp-library:/models.dtp`. */
const LIBRARY = "dtp-library:/";

/** Files of an editor's workspace as texts in memory, with the library. */
export class WorkspaceTexts {
  private folders: readonly string[] = [];
  private readonly texts = new Map<string, string>();

  constructor(private readonly shipped: Embedded) {}

  open({ folders, texts }: Workspace): void {
    this.folders = folders.map((folder) => folder.replace(/\/$/, ""));
    this.change(texts);
  }

  change(changes: Changes): void {
    for (const [uri, text] of Object.entries(changes))
      if (text === null) this.texts.delete(uri);
      else this.texts.set(uri, text);
  }

  /** Files that a program reads, with the texts of open files in their place. */
  world({ uri, open }: Pick<CheckRequest, "uri" | "open">): OpenWorld {
    const top = this.topOf(uri);
    const own = pathBelow(uri, top);
    const texts = new Map<string, string>();
    for (const [address, text] of [...this.texts, ...Object.entries(open)])
      if (address.startsWith(`${top}/`)) texts.set(pathBelow(address, top), text);
    const world = textWorld(this.shipped, texts, () => []);
    const files: Record<string, string> = {};
    const folder = own.slice(0, own.lastIndexOf("/") + 1);
    return {
      files,
      world: {
        ...world,
        interrupted: () => false,
        read(specifier, from) {
          const found = world.read(specifier, texts.has(from) ? from : own);
          if (!("problem" in found)) files[found.name] = addressOf(found.name, top);
          return found;
        },
        // A program names a file by its path from its own folder.
        list: () =>
          world.list().flatMap((name) => {
            if (!name.startsWith("./")) return [name];
            return name.startsWith(`./${folder}`) ? [`./${name.slice(folder.length + 2)}`] : [];
          }),
      },
    };
  }

  /** Programs of the workspace folder of a file, as they are on disk. */
  programs(uri: string): readonly EditedText[] {
    const top = `${this.topOf(uri)}/`;
    return [...this.texts].flatMap(([address, text]) =>
      address.startsWith(top) && address.endsWith(".dtp") ? [{ uri: address, text }] : [],
    );
  }

  /** Text of the library at an address; null where there is none. */
  libraryText(uri: string): string | null {
    return this.isLibrary(uri)
      ? (this.shipped.library(uri.slice(LIBRARY.length).replace(/\.dtp$/, "")) ?? null)
      : null;
  }

  isLibrary(uri: string): boolean {
    return uri.startsWith(LIBRARY);
  }

  /** Folder that a program's imports may not leave: its workspace folder, or its own folder outside of all. */
  private topOf(uri: string): string {
    const above = this.folders.filter((folder) => uri.startsWith(`${folder}/`));
    const longest = above.sort((a, b) => b.length - a.length)[0];
    return longest ?? uri.slice(0, uri.lastIndexOf("/"));
  }
}

const pathBelow = (uri: string, top: string): string =>
  uri
    .slice(top.length + 1)
    .split("/")
    .map(decoded)
    .join("/");

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign
  }
}

function addressOf(name: string, top: string): string {
  const library = /^std(?:@[^/]+)?\/(.+?)(?:\.dtp)?$/.exec(name);
  return library
    ? `${LIBRARY}${library[1]}.dtp`
    : `${top}/${name.split("/").map(encodeURIComponent).join("/")}`;
}
