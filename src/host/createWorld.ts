import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isBinaryFile } from "../measured/binaryFile.ts";
import { isMeasuredFile, MAX_LOG_BYTES } from "../measured/isMeasuredFile.ts";
import type { World } from "../session/index.ts";
import { createThreads } from "./createThreads.ts";
import { engineVersion, stdFolder, stdVersion } from "./package.ts";
import { packed } from "./packed.ts";
import { beginsAsTrace, readBinary } from "./readBinary.ts";
import { utf8Text } from "./utf8Text.ts";

/** Size limit of a source text that is read, in bytes. */
const maxBytes = 1_000_000;

/**
 * File access of a session: the shipped library under `std/`, and files below `root` (programs, tables, `config.json`,
 * `pretrain.sh`). `folder` is the base of the top text's imports; an imported file's imports are relative to that file.
 * Links are resolved before a path is compared with `root`, so no link leads out of the project.
 */
export function createWorld(folder: string, root: string = folder): World {
  /** Path of each text that was read, by the name it is reported under. */
  const paths = new Map<string, string>();
  return {
    versions: { engine: engineVersion(), std: stdVersion() },
    read(specifier, from) {
      const library = specifier.startsWith("std/") || specifier.startsWith("std@");
      if (library && packed) {
        const file = libraryFile(specifier);
        const text = file === null ? null : packed.text(`std/${file}`);
        return text === null ? { problem: "missing" } : { name: specifier, text };
      }
      const path = library
        ? libraryPath(specifier)
        : resolve(dirname(paths.get(from) ?? join(folder, "top")), specifier);
      if (path === null) return { problem: "missing" };
      const real = realFile(path);
      if (real === null) return { problem: "missing" };
      if (!isInside(library ? stdFolder : root, real)) return { problem: "outside-project" };
      const name = library ? specifier : relative(realpathSync(folder), real).split(sep).join("/");
      const { size } = statSync(real);
      const isLong = /\.json$/i.test(specifier) && size > maxBytes;
      if (isBinaryFile(specifier) || (isLong && beginsAsTrace(real))) {
        paths.set(name, real);
        return { name, text: readBinary(real, name, this) };
      }
      const isLog = isMeasuredFile(specifier);
      // A table of jobs or failures is long; of other tables the language checks the size.
      const most = isLog || /\.(?:csv|json)$/i.test(specifier) ? MAX_LOG_BYTES : maxBytes;
      if (size > most) return { problem: "too-large" };
      const bytes = readFileSync(real);
      // A log has whatever the processes of a job printed, so a byte that is not UTF-8 is no mistake.
      const decoded = isLog ? { text: bytes.toString("utf8") } : utf8Text(bytes);
      if ("notText" in decoded) return { problem: "not-text", where: decoded.notText };
      paths.set(name, real);
      return { name, text: decoded.text };
    },
    list: () => [...libraryNames(), ...projectNames(folder)],
    interrupted: () => false,
    threads: createThreads({ folder, root }),
  };
}

function libraryPath(specifier: string): string | null {
  const file = libraryFile(specifier);
  return file === null ? null : join(stdFolder, file);
}

/** File of the library, from `std/models` or `std@2026.1/models`; null for another version of the data. */
function libraryFile(specifier: string): string | null {
  const match = /^std(?:@([^/]+))?\/(.+?)(?:\.dtp)?$/.exec(specifier);
  const [, version, name] = match ?? [];
  if (name === undefined || (version !== undefined && version !== stdVersion())) return null;
  return `${name}.dtp`;
}

/** Absolute path of a file with links resolved; null where there is no such file. */
function realFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

function isInside(folder: string, real: string): boolean {
  const way = relative(realpathSync(folder), real);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Names of folders that completion does not search for programs of the project. */
const passedOver: ReadonlySet<string> = new Set(["node_modules", "dist", "build"]);
const MAX_DEPTH = 3;
const MAX_FILES = 200;
/** Endings of files that completion offers: those that little else has. */
const IMPORTED = /\.(?:dtp|csv|log|json\.gz|trace\.json|sqlite|pickle)$/i;

/**
 * Paths of files that a text in `folder` can import, for completion. Depth and number are limited, so that large trees
 * are not searched whole.
 */
function projectNames(folder: string): readonly string[] {
  const found: string[] = [];
  const look = (inside: string, depth: number): void => {
    let entries: readonly Dirent[] = [];
    try {
      entries = readdirSync(join(folder, inside), { withFileTypes: true });
    } catch {
      return; // a folder that may not be read offers nothing
    }
    for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= MAX_FILES) return;
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isFile() && IMPORTED.test(entry.name)) found.push(`./${path}`);
      else if (
        entry.isDirectory() &&
        depth < MAX_DEPTH &&
        !/^\./.test(entry.name) &&
        !passedOver.has(entry.name)
      )
        look(path, depth + 1);
    }
  };
  look("", 1);
  return found;
}

function libraryNames(): readonly string[] {
  const paths = packed
    ? packed.paths.flatMap((path) => (path.startsWith("std/") ? [path.slice("std/".length)] : []))
    : readdirSync(stdFolder, { recursive: true, encoding: "utf8" });
  return paths
    .filter((name) => name.endsWith(".dtp"))
    .map((name) => `std/${name.slice(0, -".dtp".length).split(sep).join("/")}`)
    .sort();
}
