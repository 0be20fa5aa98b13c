import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { vi } from "vitest";
import type { JupyterServer } from "./jupyterServer.ts";

const pictures = fileURLToPath(new URL("../../.artefacts", import.meta.url));

/** ms, of one wait */
const PATIENCE = 60_000;

/** A token of an editor: its text and the class that gives its colour. */
export interface Shown {
  readonly text: string;
  readonly style: string;
}

/** What a person does with JupyterLab or Notebook 7 in a browser. Waits are for what is seen, never for a time. */
export class JupyterPage {
  /** Errors that the page's code threw or logged. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly server: JupyterServer,
  ) {
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => this.complaints.push(error.stack ?? error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, server: JupyterServer, path: string): Promise<JupyterPage> {
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
    const jupyter = new JupyterPage(await context.newPage(), server);
    await jupyter.go(path);
    return jupyter;
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.server.url(path), { waitUntil: "domcontentloaded" });
  }

  async picture(name: string): Promise<void> {
    await photograph(this.page, name);
  }

  /** Until the notebook's kernel is there and has nothing to do. The page shows a kernel as idle before it has one. */
  async idle(): Promise<void> {
    await vi.waitUntil(() => this.connected(), { timeout: PATIENCE, interval: 100 });
    await this.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first().waitFor();
  }

  private async connected(): Promise<boolean> {
    const notebook = new URL(this.page.url()).pathname.split("/").at(-1);
    const sessions = await this.server.sessions();
    return sessions.some(
      ({ path, kernel }) => path === notebook && kernel.connections > 0 && kernel.execution_state === "idle",
    );
  }

  cell(index: number): Locator {
    return this.page.locator(".jp-Notebook .jp-CodeCell").nth(index);
  }

  /** Writes into a cell; what stood there goes. */
  async write(index: number, text: string): Promise<void> {
    await this.cell(index).locator(".cm-content").click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Writes into the open file; what stood there goes. */
  async writeFile(text: string): Promise<void> {
    await this.page.locator(".jp-FileEditor .cm-content").click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Writes a cell and runs it; resolves when it has a number. */
  async run(index: number, text: string): Promise<Locator> {
    await this.write(index, text);
    await this.page.keyboard.press("Shift+Enter");
    const cell = this.cell(index);
    await cell.locator(".jp-InputPrompt", { hasText: /\[\d+\]/ }).waitFor();
    return cell.locator(".jp-Cell-outputArea");
  }

  /** Runs the first cell as it stands. */
  async runFirst(): Promise<Locator> {
    const prompt = this.cell(0).locator(".jp-InputPrompt");
    await this.cell(0).locator(".cm-content").click();
    await this.page.locator('jp-button[data-command="notebook:run-cell-and-select-next"]').click();
    await prompt.filter({ hasText: /\[\d+\]/ }).waitFor();
    return this.cell(0).locator(".jp-Cell-outputArea");
  }

  /** The coloured tokens of an editor. */
  async tokens(editor: Locator): Promise<readonly Shown[]> {
    await editor.locator(".cm-line span[class]").first().waitFor();
    return editor
      .locator(".cm-line span[class]")
      .evaluateAll((spans) =>
        spans.map((span) => ({ text: span.textContent ?? "", style: span.getAttribute("class") ?? "" })),
      );
  }

  /** The drawn marks of the figures in an output: bars and points. */
  marks(output: Locator): Locator {
    return output.locator(".dtp-plotly .js-plotly-plot .point path, .dtp-plotly .js-plotly-plot path.point");
  }

  async menu(...items: readonly string[]): Promise<void> {
    for (const [depth, item] of items.entries()) {
      const place = depth === 0 ? ".lm-MenuBar-itemLabel" : ".lm-Menu-itemLabel";
      await this.page.locator(place).getByText(item, { exact: true }).last().click();
    }
  }
}

/** Keeps what a page looks like. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name.replace(/\W+/g, "-")}.png`) });
}
