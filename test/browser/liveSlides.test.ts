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

/** Slides of a lesson with `--live`, as a teacher opens them: a file, no network. */
describe("live slides", () => {
  const folder = mkdtempSync(join(tmpdir(), "dtp-slides-"));
  const file = join(folder, "lesson.html");
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    const lesson = join(root, "notebooks/course/05-sharding.dtp");
    execFileSync(process.execPath, [join(root, "dist/dtp.js"), "slides", lesson, "-o", file, "--live"], {
      stdio: "ignore",
    });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1_280, height: 720 }, offline: true });
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Goes on to the first slide on which something matches. */
  async function slideWith(selector: string): Promise<void> {
    await page.keyboard.press("Home");
    for (let at = 0; at < 40; at++) {
      if (await page.locator(`section.now ${selector}`).count()) return;
      await page.keyboard.press("ArrowRight");
    }
    throw new Error(`no slide has ${selector}`);
  }

  test("show one slide, and figures that answer the pointer and fill the slide", async () => {
    await slideWith("figure[data-figure]");
    const plot = page.locator("section.now figure.drawn .js-plotly-plot").first();
    await plot.waitFor();
    expect(await page.locator("section.now").count()).toBe(1);
    await expect.poll(async () => (await plot.boundingBox())?.width ?? 0).toBeGreaterThan(700);
    const { height = 0, y = 0 } = (await plot.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(720);
    await page.screenshot({ path: join(pictures, "slides-live-figure.png") });
    await plot.locator(".barlayer .point").first().hover({ force: true });
    await page.locator("section.now .hoverlayer .hovertext").first().waitFor();
    await page.screenshot({ path: join(pictures, "slides-live-figure.png") });
  });

  test("have controls that answer, on the slide and on those after it", async () => {
    await slideWith("[data-control] :is(input, select, button)");
    const before = await page.locator(".slides .card").allInnerTexts();
    const at = await page.evaluate("location.hash");
    await page.screenshot({ path: join(pictures, "slides-live-control.png") });
    const [choice] = await page.locator("section.now [data-control] input[type=radio]:checked").all();
    await choice?.focus();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(async () => (await page.locator(".slides .card").allInnerTexts()).join() === before.join(), {
        timeout: 30_000,
      })
      .toBe(false);
    // The key moved the control, not the slides.
    expect(await page.evaluate("location.hash")).toBe(at);
    expect(await page.locator(".slides .card").count()).toBe(before.length);
    await page.screenshot({ path: join(pictures, "slides-live-chosen.png") });
  });

  test("complain about nothing", () => {
    expect(complaints).toEqual([]);
  });
});
