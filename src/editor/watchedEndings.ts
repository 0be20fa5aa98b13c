/**
 * Endings of files that an editor watches, because a program that imports one is checked again when it changes. Programs
 * can import `.txt` and `.py` too; a project has so many of these that they are read only when a program names them.
 */
export const watchedEndings: readonly string[] = [
  ...["dtp", "csv", "json", "jsonl", "log", "out", "err"],
  ...["sh", "sbatch", "toml", "yaml", "yml"],
];

/** True for the path of a file that an editor watches. */
export const isWatched = (path: string): boolean =>
  watchedEndings.includes(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
