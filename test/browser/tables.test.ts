import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Table } from "../../src/report/index.ts";
import { toHtml } from "../../src/report/index.ts";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pictures = join(root, ".artefacts");

const cells = (...texts: readonly string[]) => texts.map((text) => ({ text }));
const TABLE: Table = {
  kind: "table",
  caption: "Memory of each kind",
  columns: [
    { title: "kind", align: "left" },
    { title: "memory", align: "right" },
    { title: "share", align: "right", unit: "%" },
    { title: "source", align: "left" },
  ],
  rows: [
    cells("weights", "12.35 GiB", "60", "a|b"),
    cells("gradients", "800 MiB", "4", ""),
    cells("optimizer", "1.2 TiB", "30", "x, y"),
    cells("buffers", "80 B", "6", "<b>"),
    cells("total", "1.3 TiB", "100", ""),
  ],
  total: true,
};

describe("tables on a page", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    const { outputFiles } = await build({
      stdin: {
        contents: `import { answeringTables } from "./src/editor/tables/answeringTable.ts"; answeringTables(document);`,
        ...{ resolveDir: root, loader: "ts" },
      },
      ...{ bundle: true, write: false, format: "iife", logLevel: "error" },
    });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1_400, height: 500 } });
    await page.setContent(
      `<!doctype html><meta name="color-scheme" content="light dark">${toHtml({ blocks: [TABLE] })}`,
    );
    await page.evaluate(`
      globalThis.copies = [];
      document.execCommand = () => { copies.push(document.activeElement.value); return true; };
      ${outputFiles[0]?.text ?? ""}`);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const column = (at: number): Promise<readonly string[]> =>
    page.locator(`tbody tr:not([hidden]) td:nth-child(${at})`).allInnerTexts();

  test("sort by size with a click on a title, and back; the total stays last", async () => {
    const title = page.getByRole("columnheader", { name: "memory" });
    const written = await column(1);
    await title.getByRole("button").click();
    expect(await column(2)).toEqual(["80 B", "800 MiB", "12.35 GiB", "1.2 TiB", "1.3 TiB"]);
    expect(await title.getAttribute("aria-sort")).toBe("ascending");
    await title.getByRole("button").press("Enter");
    expect(await column(2)).toEqual(["1.2 TiB", "12.35 GiB", "800 MiB", "80 B", "1.3 TiB"]);
    await title.getByRole("button").press("Enter");
    expect(await column(1)).toEqual(written);
  });

  test("copy what is shown as CSV, Markdown and LaTeX", async () => {
    await page.getByRole("searchbox", { name: "filter rows" }).fill("e");
    await page.getByRole("searchbox", { name: "filter rows" }).fill("weights");
    expect(await column(1)).toEqual(["weights", "total"]);
    for (const name of ["CSV", "Markdown", "LaTeX"]) await page.getByRole("button", { name }).click();
    await page.getByRole("searchbox", { name: "filter rows" }).fill("");
    const [csv, markdown, latex] = (await page.evaluate("copies")) as readonly string[];
    expect(csv).toBe("kind,memory,share (%),source\nweights,12.35 GiB,60,a|b\ntotal,1.3 TiB,100,\n");
    expect(markdown).toContain("| kind | memory | share (%) | source |");
    expect(markdown).toContain("a\\|b");
    expect(latex).toContain("\\begin{tabular}{lrrl}");
    expect(latex).toContain("\\midrule\n  total & 1.3 TiB");
  });

  test("copy where the browser refuses its clipboard; where it copies nothing at all, a file is saved", async () => {
    await page.evaluate(`
      copies.length = 0;
      globalThis.refused = 0;
      Object.defineProperty(navigator, "clipboard", {
        configurable: true,
        value: { writeText: async () => { refused++; throw new DOMException("no permission", "NotAllowedError"); } },
      });`);
    const button = page.getByRole("button", { name: "Markdown" });
    await button.click();
    await page.getByRole("button", { name: "copied" }).waitFor();
    expect(await page.evaluate("[refused, copies.length]")).toEqual([1, 1]);
    const [copied] = (await page.evaluate("copies")) as readonly string[];
    await button.waitFor();
    // Keys go on where they were.
    expect(await page.evaluate("document.activeElement.title")).toBe("copy this table as Markdown");
    await page.evaluate("document.execCommand = () => false");
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(download.suggestedFilename()).toBe("table.md");
    expect(readFileSync((await download.path()) ?? "", "utf8")).toBe(copied);
    await page.getByRole("button", { name: "saved" }).waitFor();
    expect(await page.locator("textarea").count()).toBe(0);
  });

  test("keep their first column and fit a narrow window, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 260, height: 400 });
      const frame = page.locator(".dtp-answers > div").last();
      await frame.evaluate((element) => Object.assign(element, { scrollLeft: 80 }));
      const box = await page.locator("tbody td").first().boundingBox();
      expect(box?.x).toBeLessThan(20);
      await page.locator(".dtp-answers").hover();
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(pictures, `table-${colorScheme}.png`) });
    }
  });
});
