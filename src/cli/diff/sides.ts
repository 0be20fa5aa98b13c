import { posix, relative } from "node:path";
import type { Side } from "../../diff/side.ts";
import { createWorld } from "../../host/index.ts";
import type { Program } from "../programs/readProgram.ts";
import { checkRevision, git } from "./git.ts";

/** File on disk as a side of the comparison. */
export function sideOnDisk({ name, text, folder, root }: Program): Side {
  return { name, text, world: createWorld(folder, root), absent: false };
}

/** Empty side, which a new file is compared with. */
export function noSide(name: string, folder: string): Side {
  return { name, text: "", world: createWorld(folder), absent: true };
}

/**
 * File in a revision of its git repository, with the project's imports at that revision. Empty where the
 * revision lacks it. Throws git's message where there is no such revision.
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
      // The revision has no such file.
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
