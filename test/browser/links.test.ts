import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Table } from "../../src/report/index.ts";
import { toHtml } from "../../src/report/index.ts";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const table = (...rows: readonly (readonly [string, string])[]): Table => ({
  kind: "table",
  columns: [
    { title: "what", align: "left" },
    { title: "value", align: "right" },
  ],
  rows: rows.map((row) => row.map((text) => ({ text }))),
});
const TABLES = [
  table(["weights", "1 GiB"], ["gradients", "2 GiB"], ["<b>odd</b>", "1"]),
  table(["Weights", "5 s"], ["once", "2 s"], ["<b>odd</b>", "2"]),
];
const FIGURE = `<svg width="200" height="40"><text x="5" y="20">weights</text><text x="90" y="20">12</text></svg>`;

describe("labels that several tables and figures have", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { linkedLabels } from "./src/editor/links/linkedLabels.ts"; import { answeringTables } from "./src/editor/tables/answeringTable.ts"; answeringTables(document); linkedLabels(document);`,
        ...{ resolveDir: root, loader: "ts" },
      },
      ...{ bundle: true, write: false, format: "iife", logLevel: "error" },
    });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.setContent(`<!doctype html>${toHtml({ blocks: TABLES })}${FIGURE}<button>away</button>`);
    await page.evaluate(outputFiles[0]?.text ?? "");
  });
  afterAll(async () => {
    await browser?.close();
  });
  const lit = (): Promise<readonly string[]> => page.locator(".dtp-lit").allTextContents();

  test("light up together under the pointer, and go out", async () => {
    await page.getByRole("cell", { name: "1 GiB" }).hover();
    expect(await lit()).toEqual(["weights1 GiB", "Weights5 s", "weights"]);
    await page.getByRole("button", { name: "away" }).hover();
    expect(await lit()).toEqual([]);
    await page.locator("svg text").first().hover();
    expect(await lit()).toHaveLength(3);
  });

  test("stay as they are where they occur once, or are numbers", async () => {
    await page.getByRole("cell", { name: "once" }).hover();
    expect(await lit()).toEqual([]);
    await page.locator("svg text").nth(1).hover();
    expect(await lit()).toEqual([]);
  });

  test("light up for the keyboard", async () => {
    await page.evaluate(`{
      const button = document.createElement("button");
      document.querySelector("tbody td").append(button);
      button.focus();
    }`);
    expect(await lit()).toHaveLength(3);
    await page.getByRole("button", { name: "away" }).focus();
    expect(await lit()).toEqual([]);
  });
});
