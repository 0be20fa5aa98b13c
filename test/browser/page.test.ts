import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pictures = join(root, ".artefacts");

/** The page that `npm start` writes, as a person opens it: a file, no network. */
describe("the page of examples/gpt3.dtp", () => {
  const folder = mkdtempSync(join(tmpdir(), "dtp-page-"));
  const file = join(folder, "gpt3.html");
  const complaints: string[] = [];
  const requests: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    execFileSync(process.execPath, ["dist/dtp.js", "run", "examples/gpt3.dtp", "--html", file], {
      cwd: root,
    });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true });
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url());
    });
    await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
    await page.waitForFunction("document.querySelector('.js-plotly-plot .trace, .js-plotly-plot .point')");
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("draws every figure with marks in it", async () => {
    const marks = await page.$$eval(".js-plotly-plot", (plots) =>
      plots.map(
        (plot) => plot.querySelectorAll(".point, .points path, .lines path, .heatmaplayer image").length,
      ),
    );
    expect(marks.length).toBeGreaterThanOrEqual(3);
    for (const count of marks) expect(count).toBeGreaterThan(0);
  });

  test("shows the breakdown in tables with numbers", async () => {
    const text = (await page.locator("td").allInnerTexts()).join("\n");
    expect(text).toMatch(/activations/i);
    expect(text).toMatch(/\d GiB/);
    expect(await page.$$("table")).not.toHaveLength(0);
  });

  test("a figure answers the pointer", async () => {
    const plot = page.locator(".js-plotly-plot").first();
    await plot.scrollIntoViewIfNeeded();
    const point = plot.locator(".point path, path.point").first();
    await point.hover({ force: true });
    await expect.poll(() => plot.locator(".hoverlayer text").count()).toBeGreaterThan(0);
  });

  test.each([1280, 700, 400])("is no wider than a window of %d px", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = () =>
      page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    await expect.poll(tooWide).toBe(0);
    await page.screenshot({ path: join(pictures, `page-${width}.png`), fullPage: true });
  });

  test("is read on a phone: words of figures are not tiny", async () => {
    await page.setViewportSize({ width: 400, height: 900 });
    const heights = await page.$$eval(".js-plotly-plot .xtick text", (texts) =>
      texts.map((text) => {
        const box = (
          text as unknown as { getBoundingClientRect(): { height: number; width: number } }
        ).getBoundingClientRect();
        // a tick may stand upright
        return Math.max(box.height, box.width);
      }),
    );
    expect(Math.min(...heights)).toBeGreaterThan(8);
  });

  test("offers no upload of a figure, and reaches each with the Tab key", async () => {
    const titles = await page.$$eval(".modebar-btn", (buttons) =>
      buttons.map((button) => button.getAttribute("data-title") ?? ""),
    );
    expect(titles.length).toBeGreaterThan(2);
    expect(titles.join("\n")).not.toMatch(/share|cloud|studio/i);
    expect(await page.locator('.plot > [role="img"][tabindex="0"][aria-label]').count()).toBe(
      await page.locator("figure[data-figure]").count(),
    );
  });

  test("is quiet and asks nobody for anything", () => {
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });
});
