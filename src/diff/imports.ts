import type { World } from "../session/index.ts";
import type { Change } from "./changes.ts";
import type { Side } from "./side.ts";

/** The files of a project that two programs import. */
export interface Mixing {
  /** A world that reads some imported files as the second program does, the others as the first; null: all as the second. */
  world(files: ReadonlySet<string> | null): World;
  /** Files that were read with one text by the first and another by the second. */
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

/** Files that both programs import and that differ: each is one change. */
export const importedChanges = ({ differing }: Mixing): readonly Change[] =>
  differing().map((name) => ({
    ...{ key: `${IMPORTED}${name}`, label: `${name}: changed` },
    ...{ owner: `${IMPORTED}${name}`, pieces: [] },
  }));

/** The file that a change is in; null for one of the program itself. */
export const fileOf = ({ owner }: Change): string | null =>
  owner.startsWith(IMPORTED) ? owner.slice(IMPORTED.length) : null;

/** Whether an `import` line names a file of the project, as against the shipped library. */
export const isOfProject = (line: string): boolean => !/from "std[@/]/.test(line);
