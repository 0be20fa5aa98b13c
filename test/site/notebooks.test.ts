import { describe, expect, test } from "vitest";
import type { CellsResult } from "./page/task.ts";
import { chromium, firefox, hasFirefox } from "./support/browsers.ts";
import { differences, sameSvg } from "./support/differences.ts";
import { shipped } from "./support/notebooks.ts";
import { inPage, type Opener } from "./support/site.ts";

/** Notebooks with cells of TypeScript, which need Node. */
const TYPESCRIPT = shipped.filter(({ step }) => step.cells.some((cell) => /^\s*%%ts/.test(cell)));
/** Imports the traces of its lesson from the folder above. Pages have one folder for each notebook, and no solutions. */
const ABOVE = "course/solutions/22-reading-profiles.ipynb";
const notebooks = shipped.filter((one) => !TYPESCRIPT.includes(one) && one.step.id !== ABOVE);

test("pictures are compared by their numbers, and by nothing else loosely", () => {
  expect(sameSvg('<path d="M1.00,2"/>', '<path d="M1.02,2"/>')).toBe(true);
  expect(sameSvg('<path d="M1.00,2"/>', '<path d="M1.03,2"/>')).toBe(false);
  expect(sameSvg("<text>a1</text>", "<text>b1</text>")).toBe(false);
});

describe.each<readonly [string, Opener, boolean]>([
  ["Chromium", chromium, true],
  ["Firefox", firefox, hasFirefox],
])("%s", (_, browser, installed) => {
  test.runIf(installed)(
    "every code cell of every shipped notebook, in a worker, has the outputs that are saved",
    async () => {
      expect(notebooks.length).toBeGreaterThan(40);
      const steps = notebooks.map(({ step }) => step);
      const results = await inPage(browser, { from: "local" }, steps, 1_500_000);
      const found = notebooks.flatMap(({ step, saved }) => {
        const { outputs, notes } = results.get(step.id) as CellsResult;
        expect(notes).toEqual([]);
        return saved.flatMap((own, i) =>
          differences(outputs[i] ?? [], own).map((one) => `${step.id} [${i + 1}] ${one}`),
        );
      });
      const cells = notebooks.reduce((sum, { saved }) => sum + saved.length, 0);
      console.error(`${cells} cells of ${notebooks.length} notebooks, ${found.length} differences`);
      expect(cells).toBeGreaterThan(450);
      expect(found).toEqual([]);
    },
    1_600_000,
  );
});
