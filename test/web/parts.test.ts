import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { partition } from "../../scripts/parts/partition.mjs";
import { parts } from "../../scripts/parts/parts.mjs";
import { serveCode } from "../../src/web/scope/serveCode.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "dtp-parts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.values(parts).flat())("every export of the door %s is a function", async (file) => {
  const values = Object.entries(await import(join(root, file)));
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter(([, value]) => typeof value !== "function").map(([name]) => name)).toEqual([]);
});

/** A program of two parts, which share a file with the main bundle, and one with each other. */
const FILES = {
  "src/main.ts": `
    import { far } from "./far.ts";
    import { near } from "./near.ts";
    import { add, total } from "./count.ts";
    add(1);
    export function run() { return [near(2), far(3), far(4), total()]; }
    Reflect.set(globalThis, "run", run);
  `,
  "src/near.ts": 'import { twice } from "./both.ts"; export function near(x: number) { return twice(x); }',
  "src/far.ts": `
    import { near } from "./near.ts";
    import { twice } from "./both.ts";
    import * as count from "./count.ts";
    import Box from "./box.ts";
    const box = new Box();
    export function far(x: number) { count.add(10); box.put(x); return [near(x), twice(x), box.all.length, "import x from \\"y\\""]; }
  `,
  "src/box.ts": "export default class Box { all: number[] = []; put(x: number) { this.all.push(x); } }",
  "src/both.ts":
    "let calls = 0; export function twice(x: number) { calls++; return [calls, 2 * x, { calls }.calls]; }",
  "src/count.ts": "let sum = 0; export function add(x: number) { sum += x; } export const total = () => sum;",
};

test("a part loads at the first call of its door, and shares what the main bundle has", async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const made = await partition({
    root: folder,
    entries: { main: "src/main.ts" },
    parts: { one: ["src/far.ts"], two: ["src/near.ts"] },
    options: { format: "iife", logLevel: "error" },
  });
  expect([...made.parts.keys()]).toEqual(["one", "two"]);
  // The class is in one part alone, what two parts read is in the main bundle alone.
  const texts = [made.mains.get("main"), ...made.parts.values()];
  expect(texts.map((text) => /put\(x\)\s*\{/.test(text ?? ""))).toEqual([false, true, false]);
  expect(texts.map((text) => /function twice/.test(text ?? ""))).toEqual([true, false, false]);
  const loaded: string[] = [];
  const scope: Record<string, unknown> = { Reflect };
  scope.globalThis = scope;
  serveCode(scope, {
    load(name) {
      loaded.push(name);
      return runInNewContext(`(${made.parts.get(name)})`, scope);
    },
  });
  runInNewContext(made.mains.get("main") ?? "", scope);
  expect(loaded).toEqual([]);
  const line = 'import x from "y"';
  expect((scope.run as () => unknown)()).toEqual([
    [1, 4, 1],
    [[2, 6, 2], [3, 6, 3], 1, line],
    [[4, 8, 4], [5, 8, 5], 2, line],
    21,
  ]);
  expect(loaded).toEqual(["two", "one"]);
});
