import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "../../src");

/**
 * Openings that hide the subject of a doc comment. A hover shows one comment alone, without the line above it, so the comment has to
 * name what the symbol is.
 */
const BANNED: readonly (readonly [opening: string, reason: string])[] = [
  ["Of|One of|All of", "begins with the owner: name the part first"],
  ["What", "paraphrases the noun: write the noun"],
  ["Those|These|They|Others?|The others?", "points at a neighbour that a hover does not show"],
  ["It|Its|This|That", "points at the symbol: say what the symbol is"],
  ["The same|Same", "compares with a neighbour that a hover does not show"],
  ["Whether", 'does not say which answer is true: write "True where …"'],
  ["Where|How", "asks a question: name the place, the manner or the amount"],
];

/** Files that a script writes. Their sentences come from the language's schema, where they are texts for users. */
const GENERATED = ["session/sheet/sheetFields.ts"];

test("a doc comment opens with its subject", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.m?ts$/.test(path) && !GENERATED.includes(path))
    .sort();
  expect(files.length).toBeGreaterThan(0);

  expect(files.flatMap((file) => badOpenings(file, readFileSync(join(src, file), "utf8")))).toEqual([]);
});

test("the openings that are refused", () => {
  const refused = (text: string) => badOpenings("dsl/a.ts", `/** ${text} */`).length === 1;
  expect(refused("Of a table, its rows.")).toBe(true);
  expect(refused("Whether it fits.")).toBe(true);
  expect(refused("The others.")).toBe(true);
  expect(refused("\n * What is left.\n")).toBe(true);
  expect(refused("True where the plan fits.")).toBe(false);
  expect(refused("Offset of the first byte.")).toBe(false);
  expect(refused("Items of a list.")).toBe(false);
});

/** Comments of a file with a banned opening: place, beginning, and why each is refused. */
function badOpenings(file: string, source: string): readonly string[] {
  return [...source.matchAll(/\/\*\*(?:\s|\*(?!\/))*([^\n]*)/g)].flatMap((comment) => {
    const opening = comment[1] ?? "";
    const reason = BANNED.find(([words]) => new RegExp(`^(?:${words})\\b`).test(opening))?.[1];
    if (reason === undefined) return [];
    const line = source.slice(0, comment.index).split("\n").length;
    return [`src/${file}:${line}: "${opening.slice(0, 60)}" ${reason}`];
  });
}
