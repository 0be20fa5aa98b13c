import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mistakes, mistakesMarkdown } from "../../scripts/mistakesMarkdown.ts";

const docs = join(import.meta.dirname, "../../docs");
const all = mistakes(join(docs, "mistakes"));

/** What a plan needs moves with the engine; `npm run check` compares to the last digit. */
const withoutSizes = (text: string): string => text.replace(/needs [\d.,]+ [KMGT]iB/g, "needs … GiB");

describe("the gallery of mistakes", () => {
  it("holds what beginners write, and is up to date: npm run generate", () => {
    expect(all.length).toBeGreaterThanOrEqual(20);
    const page = readFileSync(join(docs, "mistakes.md"), "utf8");
    expect(withoutSizes(page)).toBe(withoutSizes(mistakesMarkdown(join(docs, "mistakes"))));
  });

  it.each(all)("$title: something is said, and it says what to do", ({ said }) => {
    const text = said.join("\n");
    expect(said.length).toBeGreaterThan(0);
    expect(text).toMatch(/= (help|write): /);
    expect(text).toMatch(/--> cell \[\d\]:\d+:\d+/);
    expect(text).not.toMatch(/undefined|NaN|\[object|internal/);
  });
});
