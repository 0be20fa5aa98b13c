/** The page that starts a class, by itself. `lab.test.ts` follows its link into the built lab. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import qrcode from "qrcode-generator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildClassPage } from "../../scripts/lite/buildClassPage.mjs";
import { launchChromium } from "../browser/chromium.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

const lessons = readdirSync(join(import.meta.dirname, "../../notebooks/course"))
  .filter((name) => name.endsWith(".dtp"))
  .map((name) => name.replace(".dtp", ""));

/** Dark modules of the QR code of a text, as `x,y`. */
function modulesOf(text: string): Set<string> {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const all = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return new Set(all.flatMap((y) => all.filter((x) => code.isDark(y, x)).map((x) => `${x},${y}`)));
}

/** Dark modules of a code that a page shows: its SVG has a square for each, within a margin of four. */
async function shownModules(page: Page, id: string): Promise<Set<string>> {
  const path = (await page.locator(`#${id} svg path`).getAttribute("d")) ?? "";
  return new Set([...path.matchAll(/M(\d+),(\d+)/g)].map(([, x, y]) => `${Number(x) - 4},${Number(y) - 4}`));
}

describe("the page that starts a class", () => {
  let folder: string;
  let served: StaticSite;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dtp-class-page-"));
    for (const place of ["site", "server"] as const)
      writeFileSync(join(folder, `${place}.html`), await buildClassPage(place));
    served = await serveFolder(folder);
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    served?.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(name: string, width = 1400) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const wrong: string[] = [];
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    page.on("request", (request) => {
      if (!request.url().startsWith(served.url) && !request.url().startsWith("data:"))
        wrong.push(request.url());
    });
    await page.goto(`${served.url}${name}`);
    return { page, wrong };
  }

  test("lists every lesson with its minutes, and gives the chosen one's link as text and as code", async () => {
    const { page, wrong } = await opened("site.html");
    const values = await page
      .locator("#lesson option")
      .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
    expect(values).toEqual(lessons);
    for (const text of await page.locator("#lesson option").allTextContents())
      expect(text).toMatch(/\(\d+ min\)$/);
    for (const lesson of ["00-the-language", "07-pipelines", "23-capstone"]) {
      await page.locator("#lesson").selectOption(lesson);
      const address = `${served.url}open.html#course/${lesson}.ipynb`;
      expect(await page.locator("#link").getAttribute("href")).toBe(address);
      expect(await page.locator("#link").textContent()).toBe(address);
      expect(await shownModules(page, "code")).toEqual(modulesOf(address));
      expect(await page.locator("#about").textContent()).toMatch(/^About \d+ minutes to read/);
    }
    expect(page.url()).toBe(`${served.url}site.html#23-capstone`);
    await page.reload();
    expect(await page.locator("#lesson").inputValue()).toBe("23-capstone");
    // It is served on this machine, and says that no student reaches it.
    expect(await page.locator("#own").isVisible()).toBe(true);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test("shows the code large, and an own computer's lesson below Jupyter's address", async () => {
    const { page, wrong } = await opened("server.html#03-data-parallelism");
    await page.locator("#enlarge").click();
    const large = await page.locator("#large-code svg").boundingBox();
    expect(large?.height).toBeGreaterThan(500);
    const { pathname } = new URL((await page.locator("#link").getAttribute("href")) ?? "");
    expect(pathname).toBe("/lab/tree/notebooks/course/03-data-parallelism.ipynb");
    expect(await shownModules(page, "large-code")).toEqual(
      modulesOf((await page.locator("#large-link").textContent()) ?? ""),
    );
    await page.locator("#large-title").click();
    expect(await page.locator("#projector").isVisible()).toBe(false);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test.each([400, 1400])("fits %d pixels", async (width) => {
    const { page } = await opened("site.html", width);
    const widest = await page.evaluate("document.documentElement.scrollWidth");
    expect(widest).toBeLessThanOrEqual(width);
    await page.context().close();
  });
});
