import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { leastContrast } from "./contrast.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";

const root = fileURLToPath(new URL("../../notebooks", import.meta.url));
/** ms after which a page hangs. A slow machine is no failure. */
const HANGS = 300_000;
/** WCAG 2.1, success criterion 1.4.3 */
const READABLE = 4.5;

interface Cell {
  readonly cell_type: string;
  readonly source: unknown;
  readonly outputs?: readonly { readonly data?: Readonly<Record<string, unknown>> }[];
}

const shipped = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ipynb") && !name.includes(".ipynb_checkpoints"))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

/** Two dollars or more outside of code: what a front end might take for a formula. */
const priced = ({ cell_type, source, outputs }: Cell): boolean =>
  (JSON.stringify((cell_type === "markdown" ? source : outputs) ?? "").match(/\$/g)?.length ?? 0) > 1;

/** Every priced cell of all notebooks in one, without figures. */
function prices(): string {
  const first = JSON.parse(shipped[0]?.text ?? "{}");
  const cells = shipped
    .flatMap(({ text }) => (JSON.parse(text) as { readonly cells: readonly Cell[] }).cells)
    .filter(priced)
    .map((cell) => ({
      ...cell,
      ...(cell.outputs ? { outputs: cell.outputs.filter(({ data }) => !data?.["image/svg+xml"]) } : {}),
    }));
  return JSON.stringify({ ...first, cells });
}

let browser: Browser;
let server: JupyterServer;
/** One for all pages: they share what the browser has loaded and compiled. */
let context: BrowserContext;
beforeAll(async () => {
  const files = Object.fromEntries(shipped.map(({ name, text }) => [name.replaceAll("/", "-"), text]));
  [server, browser] = await Promise.all([
    startJupyter({ ...files, "prices.ipynb": prices() }),
    launchChromium(),
  ]);
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page, and looks at it once its outputs stand and MathJax has had its turn. */
async function opened(path: string, look: (page: Page, requests: readonly string[]) => Promise<void>) {
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(server.url(path), { waitUntil: "domcontentloaded" });
    await page.locator(".jp-RenderedHTMLCommon").first().waitFor({ state: "attached", timeout: HANGS });
    // MathJax typesets once the page is idle
    await page.waitForTimeout(1_000);
    await look(page, requests);
  } finally {
    await page.close();
  }
}

// An output or a text with two prices has no formula between them; a formula on purpose would be named here.
const formulas = (page: Page): Promise<number> => page.locator("mjx-container").count();
const elsewhere = (url: string): boolean => /^(https?|wss?):/.test(url) && !url.includes("//127.0.0.1:");

describe.concurrent("shipped notebooks in JupyterLab", () => {
  test.each(shipped.map(({ name }) => [name]))(
    "%s has no formula, asks nothing of the network and can be read",
    { timeout: 2 * HANGS },
    async (name) => {
      const file = name.replaceAll("/", "-");
      await opened(`/lab/workspaces/${file.replace(/\W/g, "")}/tree/${file}`, async (page, requests) => {
        expect(await formulas(page)).toBe(0);
        expect(requests.filter(elsewhere)).toEqual([]);
        const texts = page.locator(".jp-OutputArea-output.jp-RenderedHTMLCommon");
        if ((await texts.count()) > 0) expect(await leastContrast(texts)).toBeGreaterThan(READABLE);
      });
    },
  );
});

test("every priced cell has no formula in Notebook 7", { timeout: 2 * HANGS }, async () => {
  await opened("/notebooks/prices.ipynb", async (page, requests) => {
    expect(await page.locator(".jp-Cell").count()).toBeGreaterThan(20);
    expect(await formulas(page)).toBe(0);
    expect(requests.filter(elsewhere)).toEqual([]);
  });
});
