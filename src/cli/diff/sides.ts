import { posix, relative } from "node:path";
import type { Side } from "../../diff/side.ts";
import { createWorld } from "../../host/index.ts";
import type { Program } from "../programs/readProgram.ts";
import { checkRevision, git } from "./git.ts";

/** Program on disk as one side of a comparison. */
export function sideOnDisk({ name, text, folder, root }: Program): Side {
  return { name, text, world: createWorld(folder, root), absent: false };
}

/** Empty program as one side of a comparison, which a new file is compared with. */
export function noSide(name: string, folder: string): Side {
  return { name, text: "", world: createWorld(folder), absent: true };
}

/**
 * Program in a revision of its git repository as one side of a comparison, with the project's imports at that
 * revision. It is empty where the revision lacks the file. Throws git's message where there is no such
 * revision.
 */
export function sideAt(revision: string, program: Program): Side {
  const { folder } = program;
  checkRevision(folder, revision);
  const prefix = git(folder, "rev-parse", "--show-prefix").trim();
  const texts = new Map<string, string | null>();
  const textAt = (path: string): string | null => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      text = git(folder, "show", `${revision}:${path}`).replace(/^\uFEFF/, "");
    } catch {
      // The revision does not have the file.
    }
    texts.set(path, text);
    return text;
  };
  const world = createWorld(program.folder, program.root);
  const folders = new Map<string, string>();
  const own = posix.join(
    prefix,
    relative(program.folder, program.path ?? program.name).replaceAll("\\", "/"),
  );
  const text = textAt(own);
  return {
    name: `${revision}:${program.name}`,
    text: text ?? "",
    absent: text === null,
    world: {
      ...world,
      read(specifier, from) {
        if (specifier.startsWith("std")) return world.read(specifier, from);
        const path = posix.join(folders.get(from) ?? posix.dirname(own), specifier);
        if (path.startsWith("..")) return { problem: "outside-project" };
        const text = textAt(path);
        if (text === null) return { problem: "missing" };
        const name = posix.relative(prefix === "" ? "." : prefix, path);
        folders.set(name, posix.dirname(path));
        return { name, text };
      },
    },
  };
}
