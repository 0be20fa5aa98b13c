import type { World } from "../session/index.ts";
import type { Change } from "./changes.ts";
import type { Side } from "./side.ts";

/** Project files that two programs import, with access to mixtures of their versions. */
export interface Mixing {
  /**
   * World (file access) that reads `files` in the second program's version and all other files in the
   * first's. With null, all files are the second's.
   */
  world(files: ReadonlySet<string> | null): World;
  /** Paths of imported files whose text differs between the two programs. */
  differing(): readonly string[];
}

export function mixing(before: Side, after: Side, progress?: World["progress"]): Mixing {
  const texts = [new Map<string, string>(), new Map<string, string>()] as const;
  return {
    world: (files) => ({
      ...after.world,
      ...(progress ? { progress } : {}),
      read(specifier, from) {
        const old = files === null ? null : before.world.read(specifier, from);
        const now = after.world.read(specifier, from);
        if (old && "text" in old) texts[0].set(old.name, old.text);
        if ("text" in now) texts[1].set(now.name, now.text);
        const key = "text" in now ? now.name : specifier;
        return old === null || files?.has(key) ? now : old;
      },
    }),
    differing: () =>
      [...texts[1]].flatMap(([name, text]) => ((texts[0].get(name) ?? text) === text ? [] : [name])),
  };
}

const IMPORTED = "file ";

/** Changes of imported files: one change per file that differs between the two programs. */
export const importedChanges = ({ differing }: Mixing): readonly Change[] =>
  differing().map((name) => ({
    ...{ key: `${IMPORTED}${name}`, label: `${name}: changed` },
    ...{ owner: `${IMPORTED}${name}`, pieces: [] },
  }));

/** Imported file that a change is in. null for a change in the program's own text. */
export const fileOf = ({ owner }: Change): string | null =>
  owner.startsWith(IMPORTED) ? owner.slice(IMPORTED.length) : null;

/** True where an `import` line names a file of the project, not the standard library. */
export const isOfProject = (line: string): boolean => !/from "std[@/]/.test(line);
