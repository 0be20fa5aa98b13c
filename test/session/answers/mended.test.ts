import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { createSession } from "../../../src/session/index.ts";

const cases = join(import.meta.dirname, "../../diagnostics");

function errorsOf(text: string) {
  const { diagnostics } = createSession(createWorld(cases)).run(text, { name: "in.dtp", mode: "file" });
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** A code, and the degree that its help names values of. */
describe.each([
  ["heads-not-divisible", "tp"],
  ["ulysses-heads-not-divisible", "cp"],
  ["recurrence-not-divisible", "cp"],
  ["width-not-divisible", "tp"],
  ["ep-not-divisible", "ep"],
])("%s", (code, degree) => {
  const text = readFileSync(join(cases, code, "in.dtp"), "utf8");
  const help = errorsOf(text).find((one) => one.code === code)?.help ?? "";
  const named = new RegExp(`\\b${degree} = ([\\d, or]+) divides`).exec(help)?.[1] ?? "";
  const values = [...named.matchAll(/\d+/g)].map(([value]) => value);

  test("names values", () => expect(values.length).toBeGreaterThan(0));

  test.each(values)("%s leaves no error", (value) => {
    const changed = text.replace(new RegExp(`\\b${degree} = \\d+`), `${degree} = ${value}`);
    expect(changed).not.toBe(text);
    expect(errorsOf(changed)).toEqual([]);
  });
});

test("a value that divides one number and not another is not named", () => {
  // 24 and 48 divide 96 heads; 64 devices are no whole number of replicas of them.
  const text = readFileSync(join(cases, "heads-not-divisible/in.dtp"), "utf8");
  expect(errorsOf(text.replace("tp = 64", "tp = 24"))).not.toEqual([]);
  expect(errorsOf(text)[0]?.help).not.toContain("24");
});
