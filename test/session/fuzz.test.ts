import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memorySession } from "../support/memorySession.ts";

const examples = join(import.meta.dirname, "../../examples");
const corpus = readdirSync(examples)
  .filter((name) => name.endsWith(".dtp"))
  .map((name) => readFileSync(join(examples, name), "utf8"))
  .flatMap((text) => [text, ...text.split(/\n\n/)])
  .filter((text) => text.trim().length > 0);
const pieces = [
  ...'{}()[]=,.+-*/^<>"#\n$%'.split(""),
  " with ",
  " on ",
  " as GiB",
  " for plan.tp in ",
  " where ",
  "first(",
  "~= ",
  "1e309",
  "5 GiB",
  "none",
  "fill",
  "plan",
  "cluster",
  "model",
  "__proto__",
  "constructor",
  "let x = x",
  "show ",
  "explain ",
  "plot ",
  "expect ",
  "\u2028",
  "\ud800",
  "💥",
  "if 1 then ",
  "selective(",
  "mha(",
  "999999999999999999",
];

/** A small generator with a seed: the same programs on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("10,000 mutated programs: never a throw, never a diagnostic outside its text", {
  timeout: 60_000,
}, () => {
  const next = random(42);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  let session = memorySession();
  const deadline = performance.now() + 40_000;
  let run = 0;
  for (; run < 10_000 && performance.now() < deadline; run++) {
    if (run % 200 === 0) session = memorySession();
    let text = pick(corpus);
    if (text.length > 600) {
      const start = Math.floor(next() * (text.length - 500));
      text = next() < 0.02 ? text : text.slice(start, start + 500);
    }
    for (let n = 1 + Math.floor(next() * 4); n > 0; n--) {
      const at = Math.floor(next() * text.length);
      const to = at + Math.floor(next() * 12);
      text = text.slice(0, at) + (next() < 0.6 ? pick(pieces) : "") + text.slice(next() < 0.5 ? at : to);
    }
    const polls = { left: 300 };
    const result = session.run(text, { name: `[${run}]`, mode: next() < 0.5 ? "cell" : "file" });
    polls.left--;
    for (const one of result.diagnostics) {
      expect(one.code, `${one.message}\n${text}`).not.toBe("internal");
      if (!one.place) continue;
      const { source, span } = one.place;
      expect(span.start >= 0 && span.start <= span.end && span.end <= source.text.length, text).toBe(true);
    }
  }
  expect(run).toBe(10_000);
});
