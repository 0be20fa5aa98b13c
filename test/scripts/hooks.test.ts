import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownEnvironment } from "./ownEnvironment.ts";

const root = join(import.meta.dirname, "../..");

describe("the form of a commit's message", () => {
  const problem = (message: string) =>
    spawnSync(process.execPath, [join(root, "scripts/commitMessage.mjs")], {
      input: message,
      encoding: "utf8",
    }).stderr;

  test.each([
    "search: reject plans over memory before bounds\n\nThey cost 4 us each.\n",
    "session, dsl: feed words to hover",
    "training-step: pass the layout on",
    "Merge branch 'main' into topic",
    "# a comment of git\nengine: add a field\n# another",
  ])("%j is accepted", (message) => expect(problem(message)).toBe(""));

  test.each([
    ["add a field", "does not begin with an area"],
    ["engine: a new field", '"a" is no imperative'],
    ["engine: added a field", '"added" is no imperative'],
    ["engine: adds a field", '"adds" is no imperative'],
    ["engine: add a field.", "ends with a full stop"],
    ["engine: add a field\nand more", "second line"],
    [`engine: add ${"x".repeat(61)}`, "73 characters: 72 at most"],
  ])("%j is refused", (message, words) => expect(problem(message)).toContain(words));
});

describe("hooks in a repository", () => {
  let folder = "";
  const git = (...words: string[]) =>
    spawnSync("git", words, { cwd: folder, encoding: "utf8", env: ownEnvironment });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dtp-hooks-"));
    for (const path of [".githooks", "scripts/commitMessage.mjs", "biome.json"])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const hook of ["pre-commit", "commit-msg"]) chmodSync(join(folder, ".githooks", hook), 0o755);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, ".gitignore"), "node_modules\n");
    git("init", "--quiet");
    for (const [key = "", value = ""] of [
      ["user.name", "Ada"],
      ["user.email", "ada@example.org"],
      ["commit.gpgsign", "false"],
      ["core.hooksPath", ".githooks"],
    ])
      git("config", key, value);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const commit = (text: string, message: string) => {
    writeFileSync(join(folder, "src/one.ts"), text);
    git("add", "src");
    const { status, stdout, stderr } = git("commit", "-m", message);
    return { status, said: stdout + stderr };
  };

  test("a file that is not formatted is refused, and stays as it is", () => {
    const { status, said } = commit("export const one = 'a'\n", "one: add");
    expect(status).toBe(1);
    expect(said).toContain("src/one.ts");
    expect(git("show", ":src/one.ts").stdout).toBe("export const one = 'a'\n");
  });

  test("a message in another form is refused", () => {
    const { status, said } = commit('export const one = "a";\n', "some work");
    expect(status).toBe(1);
    expect(said).toContain("commit-msg: some work");
  });

  test("a formatted file with a message in the form is committed", () => {
    const { status, said } = commit('export const one = "a";\n', "one: add a constant");
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(git("log", "-1", "--format=%s").stdout).toBe("one: add a constant\n");
  });
});
