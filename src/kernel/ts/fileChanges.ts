import { statSync } from "node:fs";
import type ts from "typescript";

/**
 * Files that the TypeScript compiler asks to watch. No watcher runs: `tell` compares the files' times before
 * a cell is converted, so an idle kernel costs nothing. Files of packages count as constant.
 */
export interface FileChanges {
  watch(path: string, changed: ts.FileWatcherCallback): ts.FileWatcher;
  tell(): void;
}

interface Watched {
  readonly path: string;
  readonly changed: ts.FileWatcherCallback;
  time: number;
}

/** Value of TypeScript's `FileWatcherEventKind` for a new file. */
const CREATED = 0;
/** Value of TypeScript's `FileWatcherEventKind` for a changed file. */
const CHANGED = 1;
/** Value of TypeScript's `FileWatcherEventKind` for a deleted file. */
const DELETED = 2;

export function fileChanges(): FileChanges {
  const watched = new Set<Watched>();
  return {
    watch(path, changed) {
      if (path.includes("/node_modules/")) return { close() {} };
      const one: Watched = { path, changed, time: timeOf(path) };
      watched.add(one);
      return { close: () => watched.delete(one) };
    },
    tell() {
      for (const one of [...watched]) {
        const now = timeOf(one.path);
        if (now === one.time) continue;
        const kind = now === MISSING ? DELETED : one.time === MISSING ? CREATED : CHANGED;
        one.time = now;
        one.changed(one.path, kind);
      }
    },
  };
}

const MISSING = -1;

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? MISSING;
}
