import { basename, posix, relative, sep } from "node:path";
import { pageWorker } from "../../host/index.ts";
import type { LivePage } from "../../report/index.ts";
import { importedTexts } from "../sources/importedTexts.ts";

/** Program of a live page, with the overrides of its run. */
export interface LiveRun {
  readonly name: string;
  readonly text: string;
  /** Absolute path of the program; null for standard input. */
  readonly path: string | null;
  /** Folder that the program's imports start from, and one that they must not leave. */
  readonly folder: string;
  readonly root: string;
  readonly overrides: readonly string[];
}

/** Reads the parts of a live page: the program with its imports, and the worker that runs them. */
export function livePage(run: LiveRun): LivePage {
  const { text, folder, root, overrides } = run;
  const own = basename(run.path ?? run.name);
  const { files, papers } = importedTexts(run);
  // Paths are from the project's folder, so that a page does not tell where it was made.
  const inside = relative(root, folder).split(sep).join("/");
  const placed = (name: string): string => posix.join(inside, name);
  const program = {
    ...{ text, overrides, name: placed(own) },
    files: Object.fromEntries([[own, text], ...files].map(([name = "", one = ""]) => [placed(name), one])),
  };
  const parts =
    papers.size === 0
      ? {}
      : { papers: `globalThis["dtp:papers"]=${JSON.stringify(Object.fromEntries(papers))};` };
  return { program, worker: pageWorker() ?? "", parts };
}
