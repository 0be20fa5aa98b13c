import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format, parse } from "../../../../src/dsl/syntax/index.ts";

/** One folder a case: `in.dtp` formats to `out.dtp`, and `out.dtp` to itself. */
const folders = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

function formatted(text: string): string {
  const { file, diagnostics } = parse({ name: "in.dtp", text }, "cell");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return format(file);
}

test.each(folders)("%s", (name) => {
  const read = (file: string) => readFileSync(new URL(`./${name}/${file}`, import.meta.url), "utf8");
  const out = read("out.dtp");
  expect(formatted(read("in.dtp"))).toBe(out);
  expect(formatted(out)).toBe(out);
});
