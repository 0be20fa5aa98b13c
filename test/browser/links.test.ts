import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { type Figure, figureSvg, loadFigures, type Table, toHtml } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";
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

const PROGRAM = `import dgx_h100 from "std/clusters"
import llama3_70b from "std/models"
plan p { dp = fill, zero = 1, tp = 4, pp = 4, seq_len = 2_048, micro_batch = 1, global_batch = 256 sequences }
let base = llama3_70b on (dgx_h100 with { nodes = 16 }) with p
show base.memory, base.timeline, base.comm, base.topology
plot base.memory
plot base.timeline
plot base.topology
`;

/** Statements of a real program, drawn as pictures or by plotly.js: stages, kinds of memory, links. */
describe.each(["as a picture", "by plotly.js"])("figures drawn %s", (how) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { linkedLabels } from "./src/editor/links/linkedLabels.ts"; import { rememberFigure } from "./src/editor/links/rememberFigure.ts"; import { answeringTables } from "./src/editor/tables/answeringTable.ts"; answeringTables(document); linkedLabels(document); globalThis.rememberFigure = rememberFigure;`,
        ...{ resolveDir: root, loader: "ts" },
      },
      ...{ bundle: true, write: false, format: "iife", logLevel: "error" },
    });
    const { outputs } = createSession(createWorld(root)).run(PROGRAM, { name: "a.dtp", mode: "file" });
    const blocks = outputs.flatMap(({ document }) => document.blocks);
    const figures = blocks.filter((block): block is Figure => block.kind === "figure");
    expect(figures).toHaveLength(3);
    await loadFigures(undefined, figures);
    const tables = blocks.filter(({ kind }) => kind === "table");
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1_000, height: 3_500 } });
    const live = how === "by plotly.js";
    const places = figures.map(
      (figure) => `<div tabindex="0" class="place">${live ? "" : figureSvg(figure)}</div>`,
    );
    await page.setContent(
      `<!doctype html><button>away</button>${toHtml({ blocks: tables })}${places.join("")}`,
    );
    if (live) {
      const plotly = createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min");
      await page.evaluate(readFileSync(plotly, "utf8"));
    }
    await page.evaluate(outputFiles[0]?.text ?? "");
    const specs = JSON.stringify(figures.map(({ data, layout }) => ({ data, layout })));
    await page.evaluate(
      live
        ? `Promise.all(${specs}.map(({ data, layout }, at) => Plotly.newPlot(document.querySelectorAll(".place")[at], data, layout)))`
        : `${specs}.forEach((spec, at) => rememberFigure(document.querySelectorAll(".place svg.dtp-figure")[at], spec))`,
    );
  });
  afterAll(async () => {
    await browser?.close();
  });

  const place = (at: number) => page.locator(".place").nth(at);
  const away = () => page.getByRole("button", { name: "away" }).hover();
  /** Numbers of lit marks in the figures of memory, of the timeline and of the topology. */
  const litIn = async (selector: string): Promise<readonly number[]> =>
    Promise.all([0, 1, 2].map((at) => place(at).locator(`${selector}.dtp-lit`).count()));
  const rows = (): Promise<readonly string[]> =>
    page.locator("tr.dtp-lit > td:first-child").allTextContents();

  test("light up a stage's bars and lane for its row", async () => {
    await page.getByRole("table").first().getByRole("row").nth(3).hover();
    const [memory, lane] = await litIn("g");
    const points = await place(0).locator(".points > g").count();
    expect(memory).toBe(points / 4);
    expect(lane).toBeGreaterThan(10);
    await away();
    expect(await litIn("g")).toEqual([0, 0, 0]);
  });

  test("light up the rows of a stage, and its lane, for a bar", async () => {
    // The first series is at the foot of the bars, where each is wide enough for a pointer.
    const bar = await place(0)
      .locator(".barlayer .trace")
      .first()
      .locator(".point path")
      .nth(2)
      .boundingBox();
    if (!bar) throw new Error("no bar");
    await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2, { steps: 3 });
    await expect.poll(rows).toContain("2");
    const [, lane] = await litIn("g");
    expect(lane).toBeGreaterThan(10);
    await away();
  });

  test("light up the devices that a collective joins for its row", async () => {
    const table = page.getByRole("table").filter({ hasText: "algorithm" });
    await table.getByRole("cell", { name: "dp", exact: true }).first().hover();
    const [, , devices] = await litIn("path");
    expect(devices).toBe(12);
    await away();
  });

  test("light up the collectives of a link for its line", async () => {
    // The last lines are those inside a node; the first ones only show what is drawn larger.
    const line: { readonly x: number; readonly y: number } = await page.evaluate(`(() => {
      const path = [...document.querySelectorAll(".place")[2].querySelectorAll(".js-line")].at(-1);
      const at = path.getPointAtLength(path.getTotalLength() / 3);
      const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM());
      return { x, y };
    })()`);
    await page.mouse.move(line.x, line.y, { steps: 3 });
    const table = page.getByRole("table").filter({ hasText: "algorithm" });
    const links = table.locator("tr.dtp-lit > td:nth-child(7)");
    await expect.poll(() => links.allTextContents()).toContain("scale-up");
    expect(new Set(await links.allTextContents())).toEqual(new Set(["scale-up", "both links"]));
    await away();
    expect(await litIn("path")).toEqual([0, 0, 0]);
  });

  test("are gone through with the keyboard, and each mark is said", async () => {
    await place(0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await rows()).toContain("1");
    expect(await page.locator("[aria-live]").textContent()).toMatch(/^weights, stage 1, 2 of \d+$/);
    await page.keyboard.press("Escape");
    expect(await rows()).toEqual([]);
  });
});
