import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../browser/chromium.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

// `npm run site -- --base /some/where/` made build/site/ before.
const site = join(import.meta.dirname, "../../build/site");
let served: StaticSite;
let browser: Browser;
let at: string;

beforeAll(async () => {
  served = await serveFolder(site);
  at = served.url;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
});

/** Opens a page. `wrong` gets what the console calls an error, and requests to other hosts or to files that are missing. */
async function opened(path: string): Promise<{ readonly page: Page; readonly wrong: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(at)) wrong.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${at}${path}`);
  return { page, wrong };
}

test("a program on a page runs in place", async () => {
  const { page, wrong } = await opened("docs/how-to/fit.html");
  const program = page.locator(".dtp-program").first();
  await program.getByRole("button", { name: "Run" }).click();
  const result = page.locator(".dtp-result").first();
  await expect.poll(() => result.textContent(), { timeout: 60_000 }).toContain("base.memory.capacity");
  expect(wrong).toEqual([]);
  await page.context().close();
});

test("a program's numbers explain themselves, its rows light up, and its figures are saved", async () => {
  const { page, wrong } = await opened("docs/how-to/fit.html");
  const program = page.locator(".dtp-program").first();
  await program.getByRole("button", { name: "Edit" }).click();
  const text = await program.getByRole("textbox").inputValue();
  await program.getByRole("textbox").fill(`${text}plot base.memory\n`);
  await program.getByRole("button", { name: "Run" }).click();
  const result = page.locator(".dtp-result").first();
  const number = result.locator('[title="explain base.memory.peak"]').first();
  await number.click({ timeout: 60_000 });
  const panel = result.getByRole("region", { name: "explanation of base.memory.peak" }).first();
  await expect.poll(() => panel.textContent(), { timeout: 30_000 }).toContain("peak memory of a device");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: /^Save .* as CSV$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Memory.*\.csv$/);
  await result.locator("svg .barlayer .points > g path").first().hover();
  await expect.poll(() => result.locator("th.dtp-lit, tr.dtp-lit").count()).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test("an edited program runs as edited, and a mistake shows its diagnostic", async () => {
  const { page } = await opened("docs/how-to/fit.html");
  const program = page.locator(".dtp-program").first();
  await program.getByRole("button", { name: "Edit" }).click();
  await program
    .getByRole("textbox")
    .fill('let name = "<img src=x onerror=document.title=1>"\nshow nothing_here\n');
  await program.getByRole("button", { name: "Run" }).click();
  const result = page.locator(".dtp-result").first();
  await expect.poll(() => result.textContent(), { timeout: 60_000 }).toContain("nothing_here");
  expect(await page.title()).not.toBe("1");
  await page.context().close();
});

test("a notebook's page has its saved figures and tables", async () => {
  const { page, wrong } = await opened("notebooks/01-first-plan.html");
  expect(await page.locator("img.dtp-saved").count()).toBeGreaterThan(2);
  expect(await page.locator("div.dtp-saved table").count()).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test("a notebook's page opens the notebook in the lab, in its newest edition", async () => {
  const { page } = await opened("notebooks/course/01-memory-wall.html");
  await page.getByRole("link", { name: "Open in the lab" }).click();
  await page.locator(".jp-NotebookPanel .jp-Cell").first().waitFor({ timeout: 60_000 });
  await expect.poll(() => page.locator(".jp-BreadCrumbs").textContent()).toContain("course");
  await page.context().close();
});

test("on a phone the lab opens a notebook without the file browser, which would leave no room for it", async () => {
  const context = await browser.newContext({ viewport: { width: 400, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${at}lab/open.html#course/01-memory-wall.ipynb`);
  await page.locator(".jp-NotebookPanel .jp-Cell").first().waitFor({ timeout: 60_000 });
  expect(page.url()).toContain("/lab/notebooks/index.html?path=");
  const { width = 0 } = (await page.locator(".jp-NotebookPanel").boundingBox()) ?? {};
  expect(width).toBeGreaterThan(350);
  await context.close();
});

test("the scoreboard's picture becomes a figure whose points name their rows", async () => {
  const { page, wrong } = await opened("docs/validation.html");
  const figure = page.locator(".dtp-figure");
  await figure.locator(".plot-container .points path.point").first().waitFor({ timeout: 60_000 });
  expect(await figure.locator("path.point").count()).toBeGreaterThan(1000);
  await figure.locator("path.point").last().scrollIntoViewIfNeeded();
  await figure.locator("path.point").last().hover({ force: true });
  await expect
    .poll(() => figure.locator(".hovertext").textContent())
    .toMatch(/measured .* s, predicted .* s/);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test("without scripts the scoreboard is a picture", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${at}docs/validation.html`);
  expect(
    await page.locator(".dtp-figure img").evaluate((one) => "naturalWidth" in one && one.naturalWidth),
  ).toBeGreaterThan(300);
  await context.close();
});

test("a search for a field finds the field's page before its error's", async () => {
  const { page } = await opened("docs/");
  await page.locator("#local-search button").click();
  await page.locator("#localsearch-input").fill("micro_batch");
  const first = page.locator(".VPLocalSearchBox .result").first();
  await first.waitFor({ timeout: 60_000 });
  expect(await first.getAttribute("href")).toContain("docs/library/fields/plan/micro_batch");
  await page.context().close();
});

test.each([
  "docs/library/devices/h100_sxm.html",
  "docs/library/models/llama3_70b.html",
  "docs/reference/formulas/links.html",
])("%s opens under the policy that every page carries", async (path) => {
  const { page, wrong } = await opened(path);
  expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').count()).toBe(1);
  expect(await page.locator("h1").count()).toBe(1);
  expect(wrong).toEqual([]);
  await page.context().close();
});

/** Words of what leaves a page on the right and is in no frame that scrolls. */
const BEYOND = `[...document.querySelectorAll(".vp-doc *")].flatMap((one) => {
  const { right, width } = one.getBoundingClientRect();
  if (width === 0 || right <= innerWidth + 1) return [];
  for (let frame = one; frame && frame !== document.body; frame = frame.parentElement)
    if (frame instanceof SVGElement || /auto|scroll/.test(getComputedStyle(frame).overflowX)) return [];
  return [one.tagName + " " + one.className + ": " + one.textContent.slice(0, 60)];
})`;

test.each([
  "docs/uncertainty.html",
  "docs/library/devices/h100_sxm.html",
  "notebooks/course/02-throughput-ceiling.html",
  "notebooks/studies/mixed-machines.html",
])("%s fits a phone: what is wider scrolls in a frame of its own", async (path) => {
  const { page } = await opened(path);
  await page.setViewportSize({ width: 400, height: 900 });
  await page.locator(".vp-doc h1").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await page.evaluate(BEYOND)).toEqual([]);
  await page.context().close();
});

test("lessons follow one another, and a page that the sidebar does not list leads nowhere else", async () => {
  const { page } = await opened("notebooks/course/02-throughput-ceiling.html");
  const pager = page.locator(".pager-link .title");
  expect(await pager.allInnerTexts()).toEqual(["1 · The memory wall", "3 · Data parallelism"]);
  await page.goto(`${at}docs/library/fields/plan/micro_batch.html`);
  await page.locator(".vp-doc h1").waitFor();
  expect(await pager.count()).toBe(0);
  await page.context().close();
});
