import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Subjects that no room of `src/` has: the tree itself, its documents, other programs. */
const OWN = [
  ".",
  "architecture",
  "browser",
  "docs",
  "compatibility",
  "editors",
  "editors/extension",
  "firsthour",
  "integrations",
  "scripts",
  "site",
];

test("a test lies where its subject does: test/engine/model is about src/engine/model", () => {
  const folders = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => dirname(path).replaceAll("\\", "/"));
  const strangers = [...new Set(folders)].filter(
    (folder) => !OWN.includes(folder) && !existsSync(join(root, "src", folder)),
  );
  expect(folders.length).toBeGreaterThan(0);
  expect(strangers).toEqual([]);
});
