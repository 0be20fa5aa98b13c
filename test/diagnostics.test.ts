import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codes, type Diagnostic, diagnostic, render } from "../src/dsl/diagnostics/index.ts";
import { runProgram } from "./support/runProgram.ts";

/**
 * One folder a code: `in.dtp` goes through a session, what is reported must hold the code, and reads as `out.txt`
 * says. `UPDATE=1 npx vitest run test/diagnostics.test.ts` writes the snapshots; look at the diff.
 */
const root = join(import.meta.dirname, "diagnostics");
const folders = readdirSync(root).sort();

/** Codes that no program brings about by itself, or that the session tells in its own way. */
const byHand: Readonly<Record<string, () => Diagnostic>> = {
  "unknown-code": () => diagnostic("unknown-code", { code: "not-divisable", suggestion: "not-divisible" }),
  // commands of a notebook, which the kernel reads: test/kernel/core/magics/magics.test.ts
  "unknown-magic": () => diagnostic("unknown-magic", { magic: "%woh", suggestion: "%who" }),
  "wrong-magic-argument": () =>
    diagnostic("wrong-magic-argument", { magic: "%live", argument: "maybe", signature: "%live on|off" }),
  "no-help": () => diagnostic("no-help", { word: "wibble" }),
  "over-memory": () => diagnostic("over-memory", { peak: 103.4 * 2 ** 30, capacity: 80 * 2 ** 30 }),
  "defined-elsewhere": () => diagnostic("defined-elsewhere", { name: "tp8", where: "cell [4]" }),
  internal: () => diagnostic("internal", { detail: "a list without its items" }),
};

/** Where something stands in the library changes whenever the library grows. */
const withoutLines = (text: string): string => text.replace(/\((std\/\w+):\d+\)/g, "($1)");

describe("diagnostics", () => {
  it.each(folders)("%s", (code) => {
    const folder = join(root, code);
    const made = byHand[code]?.();
    const { diagnostics: found, notes } = made ? { diagnostics: [made], notes: [] } : runProgram(folder);
    const text = `${[...found.map((d) => render(d)), ...notes].join("\n\n")}\n`;
    if (code === "stale-outputs") expect(notes).toHaveLength(1);
    else expect(found.map((d) => d.code)).toContain(code);
    for (const d of found) {
      expect(d.message).not.toMatch(/undefined|NaN|\[object/);
      for (const place of [d.place, ...d.related.map((r) => r.place)]) {
        if (!place) continue;
        expect(place.span.start).toBeGreaterThanOrEqual(0);
        expect(place.span.end).toBeLessThanOrEqual(place.source.text.length);
        expect(place.span.start).toBeLessThanOrEqual(place.span.end);
      }
    }
    const out = join(folder, "out.txt");
    if (process.env.UPDATE) writeFileSync(out, text);
    expect(existsSync(out), `${code} has no out.txt: run with UPDATE=1 and look at it`).toBe(true);
    expect(withoutLines(text)).toBe(withoutLines(readFileSync(out, "utf8")));
  });
});

describe("the three lists agree", () => {
  const pages = readdirSync(join(import.meta.dirname, "../docs/errors"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3))
    .sort();
  const catalogue = [...codes].sort();

  it("every code has a page, every page a code", () => expect(pages).toEqual(catalogue));
  it("every code has a case, every case a code", () => expect(folders).toEqual(catalogue));
  it.each(pages)("the page of %s is headed by its code and says something", (code) => {
    const text = readFileSync(join(import.meta.dirname, "../docs/errors", `${code}.md`), "utf8");
    expect(text.startsWith(`# ${code}: `)).toBe(true);
    expect(text.length).toBeGreaterThan(90);
  });
  it.each(pages)("the example on the page of %s is its case, with what is reported", (code) => {
    const page = readFileSync(join(import.meta.dirname, "../docs/errors", `${code}.md`), "utf8");
    const [, program, reported] = /```dtp wrong\n([\s\S]*?)\n```\n\n```\n([\s\S]*?)\n```/.exec(page) ?? [];
    if (program === undefined) expect(page).not.toContain("```dtp");
    else {
      expect(program).toBe(readFileSync(join(root, code, "in.dtp"), "utf8").trimEnd());
      const out = readFileSync(join(root, code, "out.txt"), "utf8").trimEnd();
      expect(withoutLines(reported ?? "")).toBe(withoutLines(out));
    }
  });
});
