import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

function session(text: string) {
  const s = memorySession();
  return { s, result: cell(s, `${BASE}let u = t with { plan.vpp = 1, plan.schedule = 1f1b }\n${text}`) };
}
const rows = (s: ReturnType<typeof memorySession>, columns: string) =>
  (shown(s, columns) as { rows: readonly (readonly unknown[])[] }).rows;

test("the word, the tag with all layers and one with none are what they say", () => {
  const { s, result } = session(`let whole = u with { plan.recompute = full }
let tagged = u with { plan.recompute = full(layers = all) }
let zero = u with { plan.recompute = full(0) }
let bare = u with { plan.recompute = none }
let two = u with { plan.recompute = full(2) }`);
  expect(codes(result)).toEqual([]);
  for (const what of ["step_time", "memory.peak", "hfu"]) {
    expect(shown(s, `tagged.${what}`)).toBe(shown(s, `whole.${what}`));
    expect(shown(s, `zero.${what}`)).toBe(shown(s, `bare.${what}`));
    expect(shown(s, `two.${what}`)).not.toBe(shown(s, `whole.${what}`));
    expect(shown(s, `two.${what}`)).not.toBe(shown(s, `bare.${what}`));
  }
});

test("more layers than any stage has are all of them, and a warning says so", () => {
  const { s, result } = session("let more = u with { plan.recompute = full(layers = 40) }\nshow more");
  expect(codes(result)).toEqual(["no-effect"]);
  expect(result.diagnostics[0]?.message).toMatch(/recompute\.layers/);
  cell(s, "let whole = u with { plan.recompute = full }");
  expect(shown(s, "more.step_time")).toBe(shown(s, "whole.step_time"));
});

test.each(["full(layers = 1.5)", "full(layers = -1)", "full(layers = many)", "full(depth = 3)"])(
  "a mistake is told: %s",
  (text) => {
    const { result } = session(`let wrong = u with { plan.recompute = ${text} }\nshow wrong`);
    expect(codes(result).length).toBeGreaterThan(0);
    expect(result.diagnostics[0]?.severity).toBe("error");
  },
);

const CLAUSES = `for plan.tp in [4, 8]
  for plan.pp in [4, 8]
  for plan.micro_batch in [1, 2]
  for plan.recompute in [none, full(layers = 4), full(layers = 9), full]
  for plan.zero in [0, 1]`;

test.each(["step_time", "memory.peak"])("a search finds what a sweep over all finds: %s", (goal) => {
  const { s, result } = session(`search found = u ${CLAUSES} minimize ${goal} keep 8
sweep every = u ${CLAUSES}`);
  expect(codes(result)).toEqual([]);
  const all = rows(s, `every { ${goal}, memory.fits }`)
    .filter(([, fits]) => fits === "yes")
    .map(([value]) => value as number)
    .sort((a, b) => a - b);
  const best = rows(s, `found { ${goal} }`).map(([value]) => value);
  expect(best).toHaveLength(8);
  expect(best).toEqual(all.slice(0, 8));
});

test("a sweep over the number of layers goes from none to all", () => {
  const { s, result } = session(
    "sweep grown = u with { plan.recompute = full } for plan.recompute.layers in [0, 3, 6, 9, 12]",
  );
  const table = rows(s, "grown { step_time }").map(([value]) => value as number);
  expect(codes(result)).toEqual([]);
  expect(table).toEqual(table.toSorted((a, b) => a - b));
  expect(new Set(table).size).toBe(5);
});

test("each number of it is explained, the layers as they are split", () => {
  const { s } = session("let two = u with { plan.recompute = full(2) }");
  const text = JSON.stringify(cell(s, "explain two.time.recompute").outputs);
  expect(text).toMatch(/layers, recomputed/);
});
