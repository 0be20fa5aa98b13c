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

test("no files import one another in a circle, types included", () => {
  expect(arrows.length).toBeGreaterThan(3000);
  expect(circles(arrows)).toEqual([]);
});

test("no folders import one another in a circle, types included", () => {
  expect(circles(arrows.map(([from, to]) => [dirname(from), dirname(to)]))).toEqual([]);
});

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
