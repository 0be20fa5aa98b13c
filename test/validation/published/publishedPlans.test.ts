import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { compareWithSearch } from "../../../src/validation/published/compareWithSearch.ts";
import { notCompared, publishedPlans } from "../../../src/validation/published/publishedPlans.ts";
import { slowerThanPublished } from "../../../src/validation/published/publishedPlansMarkdown.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/published-plans.md"), "utf8");

test("every paper with a plan is compared, or it is said why not", () => {
  const folder = join(root, "src/std/papers");
  const planned = readdirSync(folder)
    .filter((name) => /^plan /m.test(readFileSync(join(folder, name), "utf8")))
    .map((name) => name.replace(/\.dtp$/, ""));
  const told = [...publishedPlans.map(({ paper }) => paper), ...Object.keys(notCompared)];
  expect(told.sort()).toEqual(planned.sort());
});

test("the page has every run, and no best that is slower than what was published", () => {
  for (const { paper, runs } of publishedPlans)
    for (const run of runs) expect(page).toContain(`| ${paper} \`${run}\` |`);
  expect(page).toContain("never slower than a published plan that may fit");
});

test("the reasons leave the estimate's figures to the page's tables, which follow the engine", () => {
  for (const { paper, why } of publishedPlans) expect(why, paper).not.toMatch(/\d %|GiB|\d of \d/);
});

test("every row of the page's tables has a cell under each head", () => {
  const tables = page.split("\n\n").filter((block) => block.startsWith("|"));
  expect(tables.length).toBeGreaterThan(publishedPlans.length);
  for (const block of tables)
    expect(
      new Set(
        block
          .trim()
          .split("\n")
          .map((line) => line.split("|").length),
      ).size,
    ).toBe(1);
});

/** Two small spaces; `npm run validate:plans` goes through all. */
describe.each([
  ["megatron2019", "all"],
  ["korthikanti2022", "t22"],
] as const)("%s, %s", (paper, run) => {
  const limits = publishedPlans.find((one) => one.paper === paper)?.limits ?? [];
  const compared = compareWithSearch(createWorld(root), paper, run, limits);
  const { published, ofItsTime, today, differences } = compared;

  test("the best is at least as fast, and fits; what there is today is at least as good as what there was", () => {
    expect(published.fits).not.toBe("no");
    expect(slowerThanPublished([compared])).toEqual([]);
    expect([ofItsTime?.fits, today?.fits]).not.toContain("no");
    expect(today?.step).toBeLessThanOrEqual(ofItsTime?.step ?? 0);
  });

  test("the best of its time keeps to what there was", () => {
    for (const { path, values } of limits)
      expect(values.slice(1, -1).split(", ")).toContain(
        ofItsTime?.plan[path.replace("plan.", "") as keyof typeof published.plan],
      );
  });

  test("the worth of what differs sums to the whole difference", () => {
    const sum = differences.reduce((total, { seconds }) => total + (seconds ?? 0), 0);
    expect(differences.length).toBeGreaterThan(0);
    expect(sum).toBeCloseTo((ofItsTime?.step ?? 0) - published.step, 9);
  });
});
