import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf } from "../../../src/dsl/syntax/index.ts";
import { readLog, readTrace } from "../../../src/measured/index.ts";
import { prefetch } from "../../../src/web/files/prefetch.ts";
import { resolvePath } from "../../../src/web/files/resolvePath.ts";

/** Files in memory, with the paths that were read. */
function memory(texts: Readonly<Record<string, string>>) {
  const read: string[] = [];
  return {
    paths: read,
    read: async (path: string) => {
      read.push(path);
      return Object.hasOwn(texts, path) ? (texts[path] ?? null) : null;
    },
  };
}

test("imports of a text, each once, whatever else is wrong in it", () => {
  const text =
    'import a from "std/models"\nimport b as c from "./b.dtp"\nimport a from "std/models"\nlet x = (\n';
  expect(importsOf(text)).toEqual(["std/models", "./b.dtp"]);
  expect(importsOf("let x = 1")).toEqual([]);
});

describe("paths", () => {
  test.each([
    ["./a.dtp", "", "a.dtp"],
    ["./x/../a.csv", "lib/b.dtp", "lib/a.csv"],
    ["../a.dtp", "lib/deep/b.dtp", "lib/a.dtp"],
    ["../a.dtp", "b.dtp", null],
    ["./../../a.dtp", "lib/b.dtp", null],
    ["/etc/passwd", "", null],
    ["C:\\a.dtp", "", null],
    ["https://a.example/x.dtp", "", null],
    ["./", "", null],
  ])("%s in %s is %s", (specifier, from, path) => {
    expect(resolvePath(specifier, from)).toBe(path);
  });
});

describe("files that a text imports", () => {
  test("are read with what they import, each once, circles included", async () => {
    const files = memory({
      "lib/a.dtp": 'import b from "../b.dtp"\nimport t from "./t.csv"\n',
      "b.dtp": '\uFEFFimport a from "./lib/a.dtp"\n',
      "lib/t.csv": 'import no from "./no.dtp"\n',
    });
    const texts = new Map([["gone.dtp", "old"]]);
    const text =
      'import a from "./lib/a.dtp"\nimport g from "./gone.dtp"\nimport m from "std/models"\nimport x from "../x.dtp"\n';
    await prefetch(text, files, texts);
    expect(files.paths).toEqual(["lib/a.dtp", "gone.dtp", "b.dtp", "lib/t.csv"]);
    expect([...texts.keys()].sort()).toEqual(["b.dtp", "lib/a.dtp", "lib/t.csv"]);
    expect(texts.get("b.dtp")).toBe('import a from "./lib/a.dtp"\n');
  });

  test("a memory snapshot and a compressed trace are read from their bytes, in the worker", async () => {
    const samples = join(import.meta.dirname, "../../measured/samples");
    const asked: string[] = [];
    const texts = new Map<string, string>();
    const read = async (path: string, as: string) => {
      asked.push(`${path} ${as}`);
      return Uint8Array.from(readFileSync(join(samples, path)));
    };
    const text =
      'import s from "./snapshot-protocol4.pickle"\nimport t from "./kineto-mi250.json.gz"\nimport n from "./nsight-h100x2.sqlite"\nimport l from "./nanotron.log"\n';
    await prefetch(text, { read }, texts);
    expect(asked).toContain("snapshot-protocol4.pickle bytes");
    expect(asked).toContain("nanotron.log text");
    const found = (path: string): string => texts.get(path) ?? "";
    expect(readLog(found("snapshot-protocol4.pickle"))).toMatchObject({ facts: { memoryReserved: 78e9 } });
    expect(readTrace(found("kineto-mi250.json.gz"))).toMatchObject({ device: "AMD Radeon Graphics" });
    expect(found("nsight-h100x2.sqlite")).toContain("not in a page");
  });

  test("of a page that has texts alone, a snapshot has a problem", async () => {
    const texts = new Map<string, string>();
    await prefetch('import s from "./a.pickle"', { read: async () => "\uFFFD\u0004" }, texts);
    expect(readLog(texts.get("a.pickle") ?? "")).toEqual({
      problem: expect.stringContaining("its text alone"),
    });
  });

  test("are limited in number", async () => {
    let count = 0;
    await prefetch(
      'import a from "./0.dtp"\n',
      { read: async () => `import a from "./${++count}.dtp"\n` },
      new Map(),
    );
    expect(count).toBe(1_000);
  });
});
