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
const blocks = corpus.filter((text) => text.length < 600);
const pieces = [
  ...'{}()[]=,.+-*/^<>"#\n$%'.split(""),
  " with ",
  " on ",
  " as GiB",
  " for plan.tp in ",
  " where ",
  "first(",
  "mean(step_time, per = plan.tp)",
  "quantile(",
  "lookup(",
  " scaling strong",
  " against ",
  "compare ",
  "control ",
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
  "fn f(x) = f(x)",
  "fn g(plan) = plan * ",
  "f(",
  "show ",
  "explain ",
  "plot ",
  "expect ",
  "\u2028",
  "\ud800",
  "💥",
  "if 1 then ",
  "selective(",
  "normal(400 Gb/s, 10%)",
  "uniform(1, 2)",
  "samples([1, 2, 4])",
  "probability(",
  ".p90",
  "mha(",
  "999999999999999999",
];

const words = [...new Set(corpus.join("\n").match(/[A-Za-z_]\w*/g) ?? [])];
const numbers = [
  "0",
  "-1",
  "1",
  "2.5",
  "3",
  "64",
  "1_536 sequences",
  "16Mi tokens",
  "80 GiB",
  "5%",
  "1e300",
  "none",
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
  timeout: 300_000,
}, () => {
  const next = random(42);
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  let polls = 0;
  // Long tables stop early: the point is what programs do, not how often.
  const world = { interrupted: () => ++polls > 12 };
  const fresh = () => {
    const session = memorySession({}, world);
    for (const text of corpus.slice(0, 3)) {
      polls = Number.NEGATIVE_INFINITY;
      session.run(text.replace(/^(show|plot|explain|expect|sweep|search)\b[\s\S]*/m, ""), {
        name: "[0]",
        mode: "cell",
      });
    }
    return session;
  };

  /** A word for a word, a number for a number, which the parser lets pass; or any text anywhere, which it does not. */
  const mutate = (text: string): string => {
    if (next() < 0.25) {
      const at = below(text.length);
      return (
        text.slice(0, at) +
        (next() < 0.7 ? pick(pieces) : "") +
        text.slice(at + (next() < 0.5 ? 0 : below(12)))
      );
    }
    const tokens = text.split(/(\b[A-Za-z_]\w*\b|\b\d[\d_]*\b)/);
    const at = 1 + 2 * below(Math.floor(tokens.length / 2));
    const token = tokens[at] ?? "";
    tokens[at] = /^\d/.test(token)
      ? pick(numbers)
      : next() < 0.5
        ? pick(words)
        : (tokens[1 + 2 * below(Math.floor(tokens.length / 2))] ?? "");
    return tokens.join("");
  };

  let session = fresh();
  let evaluated = 0;
  for (let run = 0; run < 10_000; run++) {
    if (run % 500 === 499) session = fresh();
    let text = pick(next() < 0.02 ? corpus : blocks);
    for (let n = 1 + below(3); n > 0; n--) text = mutate(text);
    polls = 0;
    const result = session.run(text, { name: `[${run}]`, mode: next() < 0.9 ? "cell" : "file" });
    if (result.outputs.length > 0) evaluated++;
    for (const one of result.diagnostics) {
      if (one.code === "internal") expect.fail(`${one.message}\n${text}`);
      if (!one.place) continue;
      const { source, span } = one.place;
      const inside = span.start >= 0 && span.start <= span.end && span.end <= source.text.length;
      if (!inside) expect.fail(JSON.stringify([one.code, span, text]));
    }
  }
  // Enough must get past the parser.
  expect(evaluated).toBeGreaterThan(800);
});
