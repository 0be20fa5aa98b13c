import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBefore } from "../../scripts/release/changelog.mjs";
import { ownEnvironment } from "./ownEnvironment.ts";

const script = join(import.meta.dirname, "../../scripts/release.mjs");
const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n### Plans\n\n- A new field.\n\n## 0.1.0 (2026-01-02)\n\n- First.\n";

let folder = "";
const git = (...words: string[]) =>
  spawnSync("git", words, { cwd: folder, encoding: "utf8", env: ownEnvironment }).stdout.trimEnd();
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const release = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: ownEnvironment,
  });
  return { status, stdout, stderr };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-release-"));
  const manifest = { name: "some-package", version: "0.1.0" };
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  write(
    "package-lock.json",
    `${JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { "": manifest } }, null, 2)}\n`,
  );
  write("CHANGELOG.md", CHANGELOG);
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  git("config", "commit.gpgsign", "false");
  git("config", "core.hooksPath", ".none");
  git("add", ".");
  git("commit", "--quiet", "-m", "all: begin");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a dry run says what it would do and changes nothing", () => {
  const { status, stdout } = release("0.2.0", "--dry-run");
  expect(status).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect(stdout).toContain("would run     npm run --silent check\nwould run     npm test\n");
  expect(stdout).toContain(`CHANGELOG.md: "## 0.2.0 (${today})"`);
  expect(stdout).toContain("version 0.1.0 -> 0.2.0");
  expect(stdout).toContain("git push origin main v0.2.0");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag")).toBe("");
  expect(git("rev-list", "--count", "HEAD")).toBe("1");
});

test("a release is one commit of three files with a tag", () => {
  const { status, stderr } = release("0.2.0", "--checked");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(read("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### Plans\n\n- A new field\.\n\n## 0\.1\.0 /,
  );
  expect(JSON.parse(read("package.json"))).toEqual({ name: "some-package", version: "0.2.0" });
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({
    version: "0.2.0",
    packages: { "": { version: "0.2.0" } },
  });
  expect(git("log", "-1", "--format=%s", "v0.2.0")).toBe("release: 0.2.0");
  expect(git("cat-file", "-t", "v0.2.0")).toBe("tag");
  expect(git("diff", "--name-only", "HEAD~1")).toBe("CHANGELOG.md\npackage-lock.json\npackage.json");
  expect(git("status", "--porcelain")).toBe("");
});

describe("refusals", () => {
  const refused = (words: readonly string[], problem: string | RegExp) => {
    const { status, stderr } = release(...words, "--checked");
    expect(status).toBe(1);
    expect(stderr).toMatch(problem);
    expect(git("tag", "--list", "v0.2.0")).toBe("");
  };

  test("files that are not committed", () => {
    write("new.txt", "");
    refused(["0.2.0"], "the tree is not clean:\n?? new.txt");
  });

  test("what is no version, and a version before the present one", () => {
    refused(["v0.2"], "`v0.2` is no version");
    refused(["0.0.9"], "0.0.9 is before 0.1.0");
  });

  test("a version that is tagged", () => {
    git("tag", "v0.3.0");
    refused(["0.3.0"], "the tag v0.3.0 exists");
  });

  test("a changelog without changes", () => {
    write("CHANGELOG.md", CHANGELOG.replace("- A new field.\n", ""));
    git("commit", "--quiet", "-am", "changelog: take a line out");
    refused(["0.2.0"], "no change under");
  });

  test("a commit that fails leaves the tree as it was", () => {
    git("config", "--unset", "core.hooksPath");
    writeFileSync(join(folder, ".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    refused(["0.2.0"], "the tree is as it was");
    expect(git("status", "--porcelain")).toBe("");
  });
});

test.each([
  ["0.9.0", "0.10.0", true],
  ["1.0.0-rc.2", "1.0.0-rc.10", true],
  ["1.0.0-rc.1", "1.0.0", true],
  ["1.0.0", "1.0.0-rc.1", false],
  ["1.0.0", "1.0.0", false],
])("%s before %s: %s", (one, other, before) => {
  expect(isBefore(one, other)).toBe(before);
});
