import { isMeasuredFile, MAX_LOG_BYTES } from "../../measured/isMeasuredFile.ts";
import type { World } from "../../session/index.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { resolvePath } from "../files/resolvePath.ts";

/** Size limit of a source text that is read, in bytes, as for files on disk. */
const MAX_BYTES = 1_000_000;

/**
 * Files of a session as texts in memory: the embedded library under `std/`, and `texts` by their paths from the top folder, which
 * `prefetch` fills. `paths` lists further files that can be imported, for completion. `home` is the path of a text that is none of
 * `texts`, such as a notebook's cell: its imports are relative to that.
 */
export function textWorld(
  { versions, library, libraryNames }: Omit<Embedded, "page">,
  texts: ReadonlyMap<string, string>,
  paths: () => readonly string[],
  home: () => string = () => "",
): Pick<World, "versions" | "read" | "list"> {
  return {
    versions,
    read(specifier, from) {
      if (/^std[@/]/.test(specifier)) {
        const text = libraryText(specifier, versions.std, library);
        return text === undefined ? { problem: "missing" } : { name: specifier, text };
      }
      const path = resolvePath(specifier, texts.has(from) ? from : home());
      if (path === null) return { problem: "outside-project" };
      const text = texts.get(path);
      if (text === undefined) return { problem: "missing" };
      const most =
        isMeasuredFile(specifier) || /\.(?:csv|json)$/i.test(specifier) ? MAX_LOG_BYTES : MAX_BYTES;
      if (new TextEncoder().encode(text).length > most) return { problem: "too-large" };
      return { name: path, text };
    },
    list() {
      const own = new Set([...texts.keys(), ...paths()].filter((path) => /\.(dtp|csv|log)$/i.test(path)));
      const shipped = libraryNames.map((name) => `std/${name}`);
      return [...shipped.sort(), ...[...own].sort().map((path) => `./${path}`)];
    },
  };
}

/** Text of a library file, from `std/models` or `std@2026.1/models`; undefined for another version of the data. */
function libraryText(specifier: string, current: string, library: Embedded["library"]): string | undefined {
  const [, version = current, name = ""] = /^std(?:@([^/]+))?\/(.+?)(?:\.dtp)?$/.exec(specifier) ?? [];
  return version === current ? library(name) : undefined;
}
