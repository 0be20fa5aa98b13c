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

/**
 * Doc comments with a banned opening in folders that are not rewritten yet. A number must equal what is found: lower it as you rewrite,
 * and remove a folder at 0. A new folder gets no allowance.
 */
const ALLOWED: Readonly<Record<string, number>> = {
  calibration: 14,
  "cli/actions": 2,
  "cli/commands": 3,
  "cli/diff": 64,
  "cli/figures": 1,
  cli: 7,
  "cli/new": 2,
  "cli/notebook": 1,
  "cli/shards": 4,
  "dsl/evaluate": 70,
  "engine/answer": 17,
  "engine/compiled": 21,
  "engine/core": 15,
  "engine/estimate": 49,
  "engine/formulas": 15,
  "engine/queue": 16,
  "engine/refusals": 13,
  "engine/scenario": 77,
  "engine/schedules": 37,
  "engine/search": 124,
  "engine/serving": 4,
  "engine/trainingRun": 45,
  "engine/trainingStep": 254,
  kernel: 7,
  "kernel/install": 4,
  "kernel/magics": 12,
  "kernel/requests": 8,
  "kernel/sockets": 6,
  "kernel/ts": 19,
  "kernel/wire": 3,
  lab: 6,
  "launch/carry": 13,
  "launch/deepspeed": 2,
  "launch/megatron": 2,
  "launch/megatronDeepspeed": 3,
  "launch/run": 6,
  "launch/targets": 2,
  "launch/text": 3,
  "launch/torchtitan": 2,
  report: 17,
  "report/builders": 26,
  "report/figures": 81,
  "report/render": 14,
  "report/svg": 9,
  "session/threads": 20,
  uncertainty: 47,
  "validation/byHand": 11,
  "validation/collectives": 5,
  "validation/kernels": 4,
  "validation/programs": 40,
  "validation/published": 3,
  validation: 1,
  "validation/scoreboard": 34,
};

/** Files that a script writes. Their sentences come from the language's schema, where they are texts for users. */
const GENERATED = ["session/sheet/sheetFields.ts"];

interface Opening {
  readonly folder: string;
  /** File, line, the comment's beginning, and why it is refused. */
  readonly place: string;
}

test("a doc comment opens with its subject", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.m?ts$/.test(path) && !GENERATED.includes(path))
    .sort();
  expect(files.length).toBeGreaterThan(0);

  const openings = files.flatMap((file) => badOpenings(file, readFileSync(join(src, file), "utf8")));
  const found: Record<string, number> = {};
  for (const { folder } of openings) found[folder] = (found[folder] ?? 0) + 1;
  const changed = [...new Set([...Object.keys(found), ...Object.keys(ALLOWED)])].filter(
    (folder) => found[folder] !== ALLOWED[folder],
  );
  const places = openings.filter(({ folder }) => changed.includes(folder)).map(({ place }) => place);
  const message = `Name the subject of these comments:\n${places.join("\n")}\nWhere numbers have fallen, write:\n${allowance(found)}\n`;
  expect(found, message).toEqual(ALLOWED);
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

function badOpenings(file: string, source: string): Opening[] {
  return [...source.matchAll(/\/\*\*(?:\s|\*(?!\/))*([^\n]*)/g)].flatMap((comment) => {
    const opening = comment[1] ?? "";
    const reason = BANNED.find(([words]) => new RegExp(`^(?:${words})\\b`).test(opening))?.[1];
    if (reason === undefined) return [];
    const line = source.slice(0, comment.index).split("\n").length;
    return [{ folder: folderOf(file), place: `src/${file}:${line}: "${opening.slice(0, 60)}" ${reason}` }];
  });
}

/** The first two folders of a path, such as `engine/search`. */
function folderOf(file: string): string {
  return file.split("/").slice(0, -1).slice(0, 2).join("/");
}

/** Text of `ALLOWED` for the numbers that were found. */
function allowance(found: Readonly<Record<string, number>>): string {
  const lines = Object.entries(found).map(
    ([folder, count]) => `  ${/^\w+$/.test(folder) ? folder : `"${folder}"`}: ${count},`,
  );
  return `const ALLOWED: Readonly<Record<string, number>> = {\n${lines.join("\n")}\n};`;
}
