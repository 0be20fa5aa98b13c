import { expect, test } from "vitest";
import { coverageOf, trialsOf } from "../../../src/validation/scoreboard/coverage.ts";
import { coverageMarkdown } from "../../../src/validation/scoreboard/coverageMarkdown.ts";
import { everything, kind, runs } from "../../uncertainty/runs.ts";

const both = (all: ReturnType<typeof runs>) => all.flatMap((run) => [run, { ...run, heldOut: true }]);
const found = (all: ReturnType<typeof runs>, without: string, name: string, level = 0.8) =>
  coverageOf(all).find(
    (one) => one.of === "time" && one.without === without && one.name === name && one.level === level,
  );

test("intervals made of the fitted half hold their share of a held-out half like it, at every level", () => {
  const half = (heldOut: boolean) => runs(199, 0.3, { heldOut });
  const at = (level: number) => found([...half(false), ...half(true)], "nothing", "all", level);
  // From the 50th to the 150th, the 20th to the 180th, the 10th to the 190th.
  expect([0.5, 0.8, 0.9].map((level) => (at(level)?.inside ?? 0) * 199)).toEqual([101, 161, 181]);
  expect(at(0.8)?.width).toBeCloseTo(Math.exp(2 * 0.3 * 0.8), 1);
});

test("the interval score is the width, and what misses cost", () => {
  const half = (heldOut: boolean) => runs(199, 0.3, { heldOut });
  const one = found([...half(false), ...half(true)], "nothing", "all");
  // 0.48 wide; 38 of 199 miss by up to 0.06, by 0.03 on the mean, ten times.
  expect(one?.score).toBeCloseTo(0.485 + (38 / 199) * 10 * 0.029, 2);
  expect(found([...half(false), ...half(true)], "source", "all")).toBeUndefined();
});

test("nothing that is left out is in what intervals are made of, and what is asked was held out", () => {
  const all = both([...everything(12, 0.2), ...runs(12, 0.2, { kind: { ...kind, traits: ["fp8"] } })]);
  const trials = trialsOf(all);
  expect(new Set(trials.map(({ without }) => without))).toEqual(
    new Set(["nothing", "generation", "framework", "source", "way"]),
  );
  for (const { without, name, from, asked } of trials) {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ heldOut }) => heldOut)).toBe(true);
    if (without === "source") expect(from.some(({ source }) => source === name)).toBe(false);
    if (without === "generation") expect(from.some((run) => run.kind.architecture === name)).toBe(false);
    if (without === "way")
      expect(from.some((run) => run.kind.traits.includes("fp8") && name === "fp8")).toBe(false);
  }
});

test("a source unlike all others falls out of the intervals made without it", () => {
  const strange = runs(30, 0.01, { source: "strange" }).map((run) => ({ ...run, time: 3, guessed: 3 }));
  const all = both([...everything(19, 0.2), ...runs(30, 0.2), ...strange]);
  expect(found(all, "source", "strange")?.inside).toBe(0);
  expect(found(all, "source", "all")?.bySource).toBeLessThan(20 / 21);
});

test("the page has a row for each thing left out, and for each class of devices", () => {
  const text = coverageMarkdown(both([...everything(20, 0.2), ...runs(20, 0.1)])).join("\n");
  expect(text).toMatch(/\| time \| the generation of devices \| 40 \|/);
  expect(text).toMatch(/\| ampere \| 10 \|/);
});
