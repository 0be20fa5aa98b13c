import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellsOfProgram } from "../../src/cli/notebook/cellsOfProgram.ts";
import { format, parse } from "../../src/dsl/syntax/index.ts";

const folder = join(import.meta.dirname, "../../notebooks");
const programs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  // A teacher's key is no notebook, and challenges are programs: an answer is written into the file.
  (name) => name.endsWith(".dtp") && !name.includes("/keys/") && !name.startsWith("challenges/"),
);

interface Stored {
  readonly cells: readonly { readonly cell_type: string; readonly source: string | readonly string[] }[];
}

/** A notebook with a program beside it is made from it: `dtp notebook FILE.dtp`, then `npm run test:notebooks -- --write`. */
test.each(programs)("notebooks/%s and its notebook are one text", (name) => {
  const program = readFileSync(join(folder, name), "utf8");
  expect(format(parse({ name, text: program }, "file").file)).toBe(program);
  const stored = JSON.parse(readFileSync(join(folder, name.replace(/dtp$/, "ipynb")), "utf8")) as Stored;
  const cells = stored.cells.map(({ cell_type, source }) => ({
    kind: cell_type,
    source: typeof source === "string" ? source : source.join(""),
  }));
  expect(cells).toEqual(cellsOfProgram(name, program));
});
