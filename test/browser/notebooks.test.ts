import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";

const root = fileURLToPath(new URL("../../notebooks", import.meta.url));

/** Shipped notebooks with two dollars or more outside of their code: what a front end might take for formulas. */
const priced = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ipynb"))
  .filter((name) => {
    const { cells } = JSON.parse(readFileSync(join(root, name), "utf8")) as {
      readonly cells: readonly {
        readonly cell_type: string;
        readonly source: unknown;
        readonly outputs?: unknown;
      }[];
    };
    const read = cells.map((cell) => (cell.cell_type === "markdown" ? cell.source : cell.outputs));
    return read.some((part) => (JSON.stringify(part ?? "").match(/\$/g)?.length ?? 0) > 1);
  });

let browser: Browser;
let server: JupyterServer;
beforeAll(async () => {
  const files = Object.fromEntries(
    priced.map((name) => [name.replaceAll("/", "-"), readFileSync(join(root, name), "utf8")]),
  );
  [server, browser] = await Promise.all([startJupyter(files), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// An output or a text with two prices has no formula between them; a formula on purpose would be named here.
test.each(priced.flatMap((name) => [`/lab/tree/${name}`, `/notebooks/${name}`]))(
  "%s has no formula",
  async (path) => {
    const [, place = "", name = ""] = /^(\/lab\/tree\/|\/notebooks\/)(.*)$/.exec(path) ?? [];
    const page = await browser.newPage();
    await page.goto(server.url(`${place}${name.replaceAll("/", "-")}`), { waitUntil: "domcontentloaded" });
    await page
      .locator(".jp-RenderedHTMLCommon table")
      .first()
      .waitFor({ state: "attached", timeout: 60_000 });
    // MathJax typesets once the page is idle
    await page.waitForTimeout(1_000);
    expect(await page.locator("mjx-container").count()).toBe(0);
    await page.close();
  },
);
