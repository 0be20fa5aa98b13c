import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "../../src/host/index.ts";

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "dtp-home-")));
  mkdirSync(join(home, "Downloads/plan/deep"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));
const rootOf = (folder: string) => projectRoot(join(home, folder), home);

test("without a marker a program's own folder is its project", () => {
  expect(rootOf("Downloads/plan")).toBe(join(home, "Downloads/plan"));
});

test.each([".git", "package.json", "dtp.json"])("the nearest folder with %s is the project", (marker) => {
  writeFileSync(join(home, "Downloads/plan", marker), "");
  expect(rootOf("Downloads/plan/deep")).toBe(join(home, "Downloads/plan"));
  expect(rootOf("Downloads/plan")).toBe(join(home, "Downloads/plan"));
});

test("a home folder is no project, whatever it holds", () => {
  mkdirSync(join(home, ".git"));
  expect(rootOf("Downloads/plan")).toBe(join(home, "Downloads/plan"));
});
