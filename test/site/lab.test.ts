import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../browser/chromium.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

// `npm run build:lite` made build/lab/ before; it needs Python.
const lab = join(import.meta.dirname, "../../build/lab");
const LIMIT = 120_000;

let served: StaticSite;
let browser: Browser;
let edition: string;

describe.skipIf(!existsSync(lab))("JupyterLab in the browser", () => {
  beforeAll(async () => {
    served = await serveFolder(lab);
    browser = await launchChromium();
    edition = readdirSync(join(lab, "files")).find((name) => name.startsWith("notebooks ")) ?? "";
  });
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  /** Opens a notebook and waits for its kernel. `foreign` gets requests to other hosts. */
  async function opened(path: string): Promise<{ readonly page: Page; readonly foreign: string[] }> {
    const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(served.url))
        foreign.push(request.url());
    });
    await page.goto(`${served.url}lab/index.html?path=${encodeURIComponent(`${edition}/${path}`)}`);
    await page.locator(".jp-NotebookPanel .jp-Cell").first().waitFor({ timeout: LIMIT });
    // Before its kernel is there, a notebook calls itself idle too.
    await page.locator(".jp-KernelName", { hasText: /^DTP$/ }).waitFor({ timeout: LIMIT });
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ timeout: LIMIT });
    return { page, foreign };
  }

  const menu = async (page: Page, name: string, entry: string) => {
    await page.getByRole("menuitem", { name, exact: true }).click();
    await page
      .locator(".lm-Menu-itemLabel", { hasText: new RegExp(`^${entry}`) })
      .first()
      .click();
  };

  test("all cells run in the page, at the first idle", async () => {
    const { page, foreign } = await opened("01-first-plan.ipynb");
    await menu(page, "Run", "Run All Cells");
    const indicator = page.locator(".jp-Notebook-ExecutionIndicator");
    await expect.poll(() => indicator.getAttribute("data-status"), { timeout: LIMIT }).toBe("idle");
    await page.locator(".jp-NotebookPanel .jp-WindowedPanel-outer").evaluate((panel) => {
      panel.scrollTop = panel.scrollHeight;
    });
    await expect
      .poll(() => page.locator(".jp-NotebookPanel").textContent(), { timeout: LIMIT })
      .toContain("Is the estimate right?");
    expect(await page.locator(".jp-OutputArea-output .dtp").count()).toBeGreaterThan(0);
    expect(await page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').count()).toBe(0);
    expect(foreign).toEqual([]);
    await page.context().close();
  });

  test("an interrupt stops the running search, and the kernel goes on", async () => {
    const { page } = await opened("01-first-plan.ipynb");
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(
      `import a100_1k from "./examples/gpt3.dtp"\nimport gpt3_175b from "std/models"\nlet n = [x * y for x in range(1, 3_000) for y in range(1, 3_000)]\nshow sum(n)`,
    );
    await page.keyboard.press("Shift+Enter");
    await expect
      .poll(() => page.locator(".jp-Notebook-ExecutionIndicator").getAttribute("data-status"), {
        timeout: LIMIT,
      })
      .toBe("busy");
    await menu(page, "Kernel", "Interrupt Kernel");
    await expect
      .poll(() => page.locator(".jp-Notebook-ExecutionIndicator").getAttribute("data-status"), {
        timeout: LIMIT,
      })
      .toBe("idle");
    await page.context().close();
  });
});
