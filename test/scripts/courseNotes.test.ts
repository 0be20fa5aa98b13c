import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countsOf, courseNotes, minutesOf } from "../../scripts/courseNotes.ts";

const LESSON = `edition 2026

# # 1 · A title
#
# Four words of *text*, and [a link](somewhere-else.ipynb) with \`let code = 1\` in it.

let a = 2 GB
show a
plot first {
  x = a
}
# A comment that touches code is no text.
exercise half {
  unit = "GB"
  answer = none
}
`;

test("a lesson's words, what it shows and its exercises are counted", () => {
  // 1 A title · Four words of text and a link with code in it
  expect(countsOf("made.dtp", LESSON)).toEqual({ words: 3 + 11, figures: 2, exercises: 1 });
  expect(countsOf("made.dtp", "edition 2026\n")).toEqual({ words: 0, figures: 0, exercises: 0 });
});

test("minutes are those of reading, of looking and of exercises", () => {
  expect(minutesOf({ words: 400, figures: 0, exercises: 0 })).toBeCloseTo(2);
  expect(minutesOf({ words: 0, figures: 3, exercises: 0 })).toBeCloseTo(2);
  expect(minutesOf({ words: 0, figures: 0, exercises: 2 })).toBeCloseTo(6);
});

test("the notes have every exercise of every key, with its known mistakes", () => {
  const notes = courseNotes()["notebooks/course/keys/NOTES.md"]?.() ?? "";
  const key = readFileSync(
    join(import.meta.dirname, "../../notebooks/course/keys/01-memory-wall.dtp"),
    "utf8",
  );
  const words = [...key.matchAll(/"(that [^"]+)"/g)].map(([, one = ""]) => one);
  expect(words.length).toBeGreaterThan(8);
  for (const one of words) expect(notes).toContain(`| ${one} |`);
  expect(notes).toContain("### `least_nodes`");
  expect(notes.match(/^## /gm)).toHaveLength(25);
});
