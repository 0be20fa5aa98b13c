import { execFileSync } from "node:child_process";
import { posix, relative } from "node:path";
import { createWorld } from "../../host/index.ts";
import type { World } from "../../session/index.ts";
import type { Program } from "../readProgram.ts";

/** One of two programs that are compared, and where its imports are read. */
export interface Side {
  readonly name: string;
  readonly text: string;
  readonly world: World;
}

/** A file as it lies on the disk. */
export function sideOnDisk({ name, text, folder, root }: Program): Side {
  return { name, text, world: createWorld(folder, root) };
}

/** Nothing: what a new file is compared with. */
export function noSide(name: string, folder: string): Side {
  return { name, text: "", world: createWorld(folder) };
}

/**
 * A file as a revision of its git repository has it, imports of the project included; empty where the revision lacks it. Throws
 * git's own words where there is no such revision.
 */
export function sideAt(revision: string, program: Program): Side {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: program.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  const prefix = git("rev-parse", "--show-prefix").trim();
  const textAt = (path: string): string | null => {
    try {
      return git("show", `${revision}:${path}`).replace(/^\uFEFF/, "");
    } catch {
      return null;
    }
  };
  const world = createWorld(program.folder, program.root);
  const folders = new Map<string, string>();
  const own = posix.join(
    prefix,
    relative(program.folder, program.path ?? program.name).replaceAll("\\", "/"),
  );
  return {
    name: `${revision}:${program.name}`,
    text: textAt(own) ?? "",
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
