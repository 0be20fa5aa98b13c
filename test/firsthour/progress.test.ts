import { describe, expect, it } from "vitest";
import { progressBar } from "../../src/kernel/core/requests/progressBar.ts";

/** What a bar says over some work: seconds since its beginning, how much is done then, and the seconds left that are told. */
function told(seconds: number, doneAt: (second: number) => number) {
  const bar = progressBar("best");
  const total = 10_000;
  return Array.from({ length: seconds * 5 }, (_, tick) => {
    const second = tick / 5;
    const done = Math.floor(Math.min(1, doneAt(second)) * total);
    bar.saw(second * 1_000, done);
    const text = String(bar.bundle(second * 1_000, done, total)["text/plain"]);
    const [, amount, unit] = /, (\d+) (s|min) left/.exec(text) ?? [];
    return { second, left: amount === undefined ? null : Number(amount) * (unit === "min" ? 60 : 1) };
  });
}

const courses: readonly (readonly [string, (second: number) => number])[] = [
  ["even work", (second) => second / 40],
  ["work that gets slower", (second) => 1 - (1 - second / 40) ** 1.3],
  ["work that gets faster", (second) => (second / 40) ** 1.3],
  ["work in fits and starts", (second) => Math.floor(second) / 40 + 0.01 * Math.sin(second)],
  [
    "a search that looks long at few plans and then decides all others",
    (second) => Math.min(0.3, second / 20),
  ],
];

describe("the time left of a long cell", () => {
  it.each(courses)("never grows: %s", (_, doneAt) => {
    const lefts = told(40, doneAt).flatMap(({ left }) => left ?? []);
    for (const [at, left] of lefts.entries())
      if (at > 0) expect(left).toBeLessThanOrEqual(lefts[at - 1] ?? 0);
  });

  it.each(courses.slice(0, 4))("is right within a factor of two from half-way on: %s", (_, doneAt) => {
    const late = told(40, doneAt).filter(({ second, left }) => second >= 20 && second < 36 && left !== null);
    expect(late.length).toBeGreaterThan(20);
    for (const { second, left } of late) {
      expect(left).toBeLessThanOrEqual(2 * (40 - second) + 1);
      expect(left).toBeGreaterThanOrEqual((40 - second) / 2);
    }
  });

  it("is not told while nothing moves", () => {
    expect(
      told(40, courses[4]?.[1] ?? (() => 0)).filter(({ second, left }) => second > 15 && left !== null),
    ).toEqual([]);
  });
});
