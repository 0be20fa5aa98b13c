import { readFile } from "node:fs/promises";
import { basename, posix, relative, sep } from "node:path";
import { importsOf } from "../../dsl/syntax/index.ts";
import { createWorld, pageWorker } from "../../host/index.ts";
import type { LivePage } from "../../report/index.ts";

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
export async function livePage(run: LiveRun): Promise<LivePage> {
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
  const worker = pageWorker === null ? "" : await readFile(pageWorker, "utf8");
  return { program, worker, parts };
}

/** Texts that a program and its imports import: files by their paths from the program, papers of the library by name. */
function importedTexts({ text, folder, root }: LiveRun) {
  const world = createWorld(folder, root);
  const files = new Map<string, string>();
  const papers = new Map<string, string>();
  const open = [{ name: "", text }];
  for (let next = open.pop(); next; next = open.pop()) {
    const from = next.name;
    for (const specifier of importsOf(next.text)) {
      const read = world.read(specifier, from);
      if ("problem" in read || files.has(read.name)) continue;
      const [, paper] = /^std(?:@[^/]+)?\/(papers\/.+?)(?:\.dtp)?$/.exec(specifier) ?? [];
      if (paper !== undefined) {
        if (papers.has(paper)) continue;
        papers.set(paper, read.text);
      } else if (/^std[@/]/.test(specifier)) continue;
      else files.set(read.name, read.text);
      if (!/\.(csv|json)$/.test(specifier)) open.push({ name: read.name, text: read.text });
    }
  }
  return { files, papers };
}
