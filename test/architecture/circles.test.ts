import { dirname } from "node:path";
import { expect, test } from "vitest";
import { imports, targetOf } from "./imports.ts";

type Arrow = readonly [from: string, to: string];

/** Every import of one file of `src/` by another, types included. */
const arrows = imports.flatMap((one): readonly Arrow[] => {
  const target = targetOf(one);
  return target === null ? [] : [[one.file, target]];
});

test("the reader of circles finds them, and nothing beside them", () => {
  const open: readonly Arrow[] = [
    ["a", "b"],
    ["c", "d"],
  ];
  expect(circles(open)).toEqual([]);
  expect(circles([...open, ["b", "c"], ["c", "b"]])).toEqual(["b c"]);
});

/**
 * Files that may import one another: each group is one recursive type, in one folder. Recursive functions need no entry: the
 * parts of the evaluator reach the whole through their context (`Evaluator`). A name here that is in no circle any more fails the
 * test as well.
 */
const recursive: Readonly<Record<string, string>> = {
  "values hold scopes and tables, which hold values": inFolder(
    "dsl/evaluate/values",
    "context planCandidates scope sharedSearches tableThreads value",
  ),
  "a field of the sheet may be a record of fields": inFolder("session/sheet", "sheetFields sheetTypes"),
};

test("no files import one another in a circle, types included", () => {
  expect(arrows.length).toBeGreaterThan(3000);
  expect(circles(arrows)).toEqual(Object.values(recursive).sort());
});

test("no folders beside one another import one another in a circle, with all that is in them and types included", () => {
  const folders = new Set(arrows.flatMap(([file]) => above(file)));
  expect(folders.size).toBeGreaterThan(100);
  const found = [...folders].flatMap((folder) => {
    const inside = folder === "." ? "" : `${folder}/`;
    const room = (file: string): string | null =>
      file.startsWith(inside) ? (/^[^/]+\//.exec(file.slice(inside.length))?.[0] ?? null) : null;
    const between = arrows.flatMap(([from, to]): readonly Arrow[] => {
      const [one, other] = [room(from), room(to)];
      return one === null || other === null ? [] : [[`${inside}${one}`, `${inside}${other}`]];
    });
    return circles(between);
  });
  expect(found).toEqual([]);
});

/**
 * A folder and one inside it as well: a folder's own files are the door above its rooms, and what the rooms share lies in
 * rooms of their own below them.
 */
test("no folders import one another in a circle, those inside one another included", () => {
  expect(circles(arrows.map(([from, to]) => [dirname(from), dirname(to)]))).toEqual([]);
});

/** The folders that a file is in, the nearest first. */
function above(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === "." ? [folder] : [folder, ...above(folder)];
}

/** Files of a folder by their names, as `circles` prints them. */
function inFolder(folder: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${folder}/${name}.ts`)
    .join(" ");
}

/** The groups of nodes that reach one another, each as one line (Tarjan's algorithm). */
function circles(arrows: readonly Arrow[]): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of arrows)
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const found: string[] = [];
  const reached = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const own = reached.size;
    let least = own;
    reached.set(node, own);
    open.push(node);
    for (const next of targets.get(node) ?? []) {
      if (!reached.has(next)) least = Math.min(least, visit(next));
      else if (open.includes(next)) least = Math.min(least, reached.get(next) ?? own);
    }
    if (least === own) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort().join(" "));
    }
    return least;
  };
  for (const node of targets.keys()) if (!reached.has(node)) visit(node);
  return found.sort();
}
