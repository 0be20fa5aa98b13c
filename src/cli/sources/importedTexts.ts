import { importsOf } from "../../dsl/syntax/index.ts";
import { createWorld } from "../../host/index.ts";

/** Texts that a program and its imports import: files by their paths from the program, papers of the library by name. */
export function importedTexts({
  text,
  folder,
  root,
}: {
  readonly text: string;
  /** Folder that the program's imports start from, and one that they must not leave. */
  readonly folder: string;
  readonly root: string;
}): { readonly files: ReadonlyMap<string, string>; readonly papers: ReadonlyMap<string, string> } {
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
