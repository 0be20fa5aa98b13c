import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld, stdVersion } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";

// docs/versions.md: a program of an older version still has its meaning. Numbers may move with the engine, so a failed expectation
// is none of this file's, but in examples, which hold in every version.
const commits = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

const run = (folder: string, name: string) =>
  createSession(createWorld(folder)).run(readFileSync(join(folder, name), "utf8"), { name, mode: "file" });

describe.each(commits)("programs of %s", (commit) => {
  const folder = join(import.meta.dirname, commit);
  const programs = readdirSync(folder).filter((name) => name.endsWith(".dtp"));

  test("are some", () => expect(programs.length).toBeGreaterThan(2));

  test.each(programs)("%s has no error", (name) => {
    const { diagnostics, outputs, expectations } = run(folder, name);
    const errors = diagnostics.filter(
      ({ severity, code }) => severity === "error" && code !== "expect-failed",
    );
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(outputs.length).toBeGreaterThan(0);
    if (["gpt3.dtp", "llama3.dtp", "search.dtp"].includes(name))
      expect(expectations.filter(({ pass }) => !pass)).toEqual([]);
  });
});

describe("versions", () => {
  const session = createSession(createWorld(import.meta.dirname));
  const codes = (text: string) =>
    session.run(text, { name: "v.dtp", mode: "file" }).diagnostics.map(({ code }) => code);

  test("an edition that is known is read, and a later one is an error", () => {
    expect(codes("edition 2026\nlet a = 1\n")).toEqual([]);
    expect(codes("edition 2099\nlet a = 1\n")).toEqual(["unknown-edition"]);
  });

  test("a pinned version of the library is that one, or an error", () => {
    expect(codes(`import h100_sxm from "std@${stdVersion()}/devices"\n`)).toEqual([]);
    expect(codes('import h100_sxm from "std@2025.9/devices"\n')).toEqual(["unknown-import"]);
  });
});
