import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableOf } from "./document.ts";
import { files, imports, src, targetOf } from "./imports.ts";

/** The engine's groups, each below those that may import it: the order of ARCHITECTURE.md's table. */
const order = tableOf("group").map(([cell = ""]) => /`(\w+)\/`/.exec(cell)?.[1] ?? cell);

const groupOf = (file: string): string | null => /^engine\/(\w+)\//.exec(file)?.[1] ?? null;

test("a group of the engine imports only groups below it", () => {
  const inEngine = imports.flatMap((one) => {
    const target = targetOf(one);
    const from = groupOf(one.file);
    return from !== null && target?.startsWith("engine/") ? [{ file: one.file, from, target }] : [];
  });
  expect(inEngine.length).toBeGreaterThan(1000);
  const upwards = inEngine.filter(({ from, target }) => {
    const to = groupOf(target);
    // The door is for others: nothing in the engine goes through it.
    return to === null || order.indexOf(to) > order.indexOf(from);
  });
  expect(upwards.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("the engine's root holds its door only, and each group says what it is for", () => {
  const inEngine = files.filter((file) => file.startsWith("engine/"));
  expect(inEngine.filter((file) => groupOf(file) === null)).toEqual(["engine/index.ts"]);
  const groups = [...new Set(inEngine.map(groupOf))].filter((group) => group !== null);
  expect(groups.sort()).toEqual([...order].sort());
  for (const group of order) {
    const note = join(src, "engine", group, "CONTEXT.md");
    expect(existsSync(note), note).toBe(true);
    expect(readFileSync(note, "utf8").split("\n").length, note).toBeLessThan(50);
  }
});
