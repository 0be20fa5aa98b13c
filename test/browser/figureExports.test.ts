/** Files that a reader saves of a figure, from a picture's buttons and from the toolbar of plotly.js. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const DATA = [{ type: "bar", name: "weights", x: ["0", "1"], y: [2, 3] }];
const TITLE = "Memory of 50% of A & B";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="180" viewBox="0 0 300 180"><title>${TITLE.replace("&", "&amp;")}</title><rect width="300" height="180" fill="#fff"/><rect x="20" y="20" width="90" height="120" fill="#0072B2"/><text x="20" y="170">stage</text></svg>`;

describe("a figure is saved", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { figureTools } from "./src/editor/figures/figureTools.ts"; import { figureButtons } from "./src/editor/figures/figureButtons.ts"; Object.assign(globalThis, { figureTools, figureButtons });`,
        ...{ resolveDir: root, loader: "ts" },
      },
      ...{ bundle: true, write: false, format: "iife", logLevel: "error" },
    });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.setContent("<!doctype html><h1>around</h1><div id=tools></div><div id=plot></div>");
    await page.evaluate(
      readFileSync(createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min"), "utf8"),
    );
    await page.evaluate(outputFiles[0]?.text ?? "");
    await page.evaluate(`{
      globalThis.said = [];
      globalThis.printed = 0;
      globalThis.print = () => { globalThis.printed++; };
      const picture = ${JSON.stringify({ svg: SVG, title: TITLE, traces: DATA })};
      document.querySelector("#tools").append(...figureTools(picture, (words) => said.push(words)));
    }`);
    await page.evaluate(
      `Plotly.newPlot(document.querySelector("#plot"), ${JSON.stringify(DATA)}, { title: { text: "<b>Memory</b><br>of a plan" }, width: 420, height: 260 }, { modeBarButtonsToAdd: figureButtons(Plotly), displayModeBar: true })`,
    );
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function saved(name: string, by: (name: string) => Promise<void>): Promise<[string, Buffer]> {
    const [download] = await Promise.all([page.waitForEvent("download"), by(name)]);
    return [download.suggestedFilename(), readFileSync((await download.path()) ?? "")];
  }
  const pressed = (name: string) => page.getByRole("button", { name: `Save ${TITLE} as ${name}` }).click();
  const chosen = (name: string) => page.locator(`.modebar-btn[data-title="${name}"]`).click();

  test("as SVG, PNG, CSV and LaTeX from the buttons of a picture", async () => {
    const stem = "Memory-of-50-of-A-B";
    const [svg, svgText] = await saved("SVG", pressed);
    expect([svg, String(svgText)]).toEqual([`${stem}.svg`, SVG]);
    const [png, pixels] = await saved("PNG", pressed);
    expect(png).toBe(`${stem}.png`);
    // Width and height of a PNG are at bytes 16 and 20: twice the picture's.
    expect([pixels.readUInt32BE(16), pixels.readUInt32BE(20)]).toEqual([600, 360]);
    const [csv, rows] = await saved("CSV", pressed);
    expect([csv, String(rows)]).toEqual([`${stem}.csv`, "series,x,y\nweights,0,2\nweights,1,3\n"]);
    const [tex, latex] = await saved("LaTeX", pressed);
    expect(tex).toBe(`${stem}.tex`);
    expect(String(latex)).toContain(`\\includegraphics[width=\\linewidth]{${stem}}`);
    expect(String(latex)).toContain("\\caption{Memory of 50\\% of A \\& B}");
    expect(await page.evaluate("said")).toEqual([]);
  });

  /** Sizes of the sheets that the page prints, in points: Chromium rounds to pixels of 1/300 inch. */
  async function sheets(): Promise<readonly (readonly number[])[]> {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const boxes = [...pdf.matchAll(/\/MediaBox \[([^\]]*)\]/g)];
    return boxes.map(([, box = ""]) =>
      box
        .split(" ")
        .slice(2)
        .map((side) => Math.round(Number(side))),
    );
  }

  /** Elements of the page that are printed. */
  async function printedElements(): Promise<readonly string[]> {
    await page.emulateMedia({ media: "print" });
    const found: readonly string[] = await page.evaluate(
      `[...document.body.children].filter((one) => one.checkVisibility()).map((one) => one.className || one.id || one.localName)`,
    );
    await page.emulateMedia({ media: null });
    return found;
  }

  test("as PDF: the figure alone, on one sheet of its size, and the page is as before", async () => {
    await pressed("PDF");
    await expect.poll(() => page.evaluate("printed")).toBe(1);
    // 300 × 180 px are 225 × 135 points.
    expect(await printedElements()).toEqual(["dtp-printed"]);
    expect(await sheets()).toEqual([[225, 135]]);
    // Chromium has told the page that the sheet is printed.
    expect(await page.locator(".dtp-printed").count()).toBe(0);
    expect(await sheets()).not.toEqual([[225, 135]]);
    expect(await printedElements()).toContain("h1");
  });

  test("from the toolbar of plotly.js", async () => {
    await page.locator("#plot").hover();
    const [svg, text] = await saved("Download as SVG", chosen);
    expect(svg).toBe("Memory.svg");
    expect(String(text)).toMatch(/^<svg/);
    const [tex, latex] = await saved("Download a LaTeX figure", chosen);
    expect([tex, String(latex).includes("\\caption{Memory}")]).toEqual(["Memory.tex", true]);
    const [csv] = await saved("Download its points as CSV", chosen);
    expect(csv).toBe("Memory.csv");
    await chosen("Print alone, or save as PDF");
    await expect.poll(() => page.evaluate("printed")).toBe(2);
    expect(await sheets()).toEqual([[315, 195]]);
  });

  test("from the toolbar of a figure on a dark page, in the colours of a light one", async () => {
    await page.evaluate(
      `Plotly.relayout(document.querySelector("#plot"), { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: "#E4E7EB" } })`,
    );
    await page.locator("#plot").hover();
    const [, bytes] = await saved("Download as SVG", chosen);
    const text = String(bytes);
    expect(text).toMatch(/width="420" height="260"/);
    // The ink of a light page, and no letter of the dark one's.
    expect([/fill: rgb\(36, 41, 47\)/.test(text), /rgb\(228, 231, 235\)/.test(text)]).toEqual([true, false]);
    expect(text).toMatch(/fill: rgb\(255, 255, 255\)/);
  });
});
