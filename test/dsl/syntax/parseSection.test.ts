import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, parseSection, sectionsOf } from "../../../src/dsl/syntax/index.ts";

const std = fileURLToPath(new URL("../../../src/std/", import.meta.url));
const files = readdirSync(std, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".dtp"));

/** What the library's definitions are read as, one at a time, is what the whole file says. */
describe.each(files)("std/%s in sections", (name) => {
  const source = { name, text: readFileSync(`${std}${name}`, "utf8") };
  const { items, edition } = parse(source, "file").file;
  const { head, definitions } = sectionsOf(source.text);

  test("begins with the edition and the imports", () => {
    const read = parseSection(source, head);
    expect(read.diagnostics).toEqual([]);
    expect(read.file.edition).toEqual(edition);
    expect(read.file.items).toEqual(items.filter(({ kind }) => kind === "import"));
  });

  test("has every definition, once, as it is in the file", () => {
    const whole = items.filter((item) => "name" in item);
    expect(definitions.map((one) => ({ name: one.name, span: one.nameSpan }))).toEqual(
      whole.map((item) => item.name),
    );
    expect(new Set(definitions.map((one) => one.name)).size).toBe(definitions.length);
    const read = definitions.map(({ span }) => parseSection(source, span));
    expect(read.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    expect(read.map(({ file }) => file.items)).toEqual(whole.map((item) => [item]));
  });
});

test("a text without definitions is all head", () => {
  expect(sectionsOf("edition 2026\n")).toEqual({ head: { start: 0, end: 13 }, definitions: [] });
});
