import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "../../src/dsl/syntax/index.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every shipped program with its path: the library, templates, examples, the documents' programs, right or wrong. */
export const programs: readonly { readonly path: string; readonly text: string }[] = [
  "src",
  "examples",
  "docs",
  "validation",
  "notebooks",
  "integrations",
]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => path.endsWith(".dtp"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Those without a syntax error or a warning about spelling, with their trees. */
export const rightPrograms = programs.flatMap(({ path, text }) => {
  const { file, diagnostics } = parse({ name: path, text }, "file");
  return diagnostics.length === 0 ? [{ path, text, file }] : [];
});
