import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** ms, of one wait */
const LIMIT = 60_000;

/** Notebook in the browser's storage, as far as it is looked at. */
interface KeptNotebook {
  readonly cells: readonly { readonly cell_type: string; readonly execution_count?: number | null }[];
}

/** Page's function from a notebook's path to what the browser keeps of it. The tests' types have no page. */
const READ_KEPT = `async (path) => {
  const promised = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("JupyterLite Storage")) continue;
    const db = await promised(indexedDB.open(name));
    try {
      if (!db.objectStoreNames.contains("files")) continue;
      const file = await promised(db.transaction("files").objectStore("files").get(path));
      if (file?.content) return file.content;
    } finally {
      db.close();
    }
  }
  return null;
}`;

/** What a student does with the lab in a browser. Waits are for what is seen, never for a time. */
export class LabPage {
  /** Requests to other hosts. */
  readonly foreign: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly at: string,
  ) {
    page.setDefaultTimeout(LIMIT);
    // JupyterLite's page asks its service worker at the top of the own host every 20 s if it lives.
    const { origin } = new URL(at);
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
        this.foreign.push(request.url());
    });
    page.on("dialog", (dialog) => void dialog.accept());
  }

  /** Page of a context of its own, with nothing in its storage; or one more page of a context. */
  static async create(from: Browser | BrowserContext, at: string): Promise<LabPage> {
    const context = "newContext" in from ? await newContext(from) : from;
    return new LabPage(await context.newPage(), at);
  }

  /** Opens a file of the site by its path. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.at}lab/index.html?path=${encodeURIComponent(path)}`);
  }

  /** Opens a notebook and waits until its kernel is there and idle. A notebook calls itself idle before it has one. */
  async openNotebook(path: string): Promise<void> {
    await this.open(path);
    await this.page.locator(".jp-NotebookPanel .jp-Cell").first().waitFor();
    await this.page
      .locator('.jp-NotebookPanel:visible .jp-Toolbar-kernelName[aria-label="DTP"]')
      .first()
      .waitFor();
    await this.idle();
  }

  /** Until the notebook's kernel is idle and no cell waits. */
  async idle(): Promise<void> {
    await this.indicator("idle").waitFor();
    await expect
      .poll(
        () => this.page.locator(".jp-NotebookPanel:visible .jp-InputPrompt", { hasText: "[*]" }).count(),
        { timeout: LIMIT },
      )
      .toBe(0);
  }

  busy(): Promise<void> {
    return this.indicator("busy").waitFor();
  }

  private indicator(status: string): Locator {
    return this.page
      .locator(`.jp-NotebookPanel:visible .jp-Notebook-ExecutionIndicator[data-status="${status}"]`)
      .first();
  }

  async menu(name: string, entry: string): Promise<void> {
    await this.page.getByRole("menuitem", { name, exact: true }).click();
    await this.page
      .locator(".lm-Menu-itemLabel", { hasText: new RegExp(`^${entry}`) })
      .first()
      .click();
  }

  /** New cell below the selected one, with a text; its editor has the focus. */
  async newCell(text: string): Promise<Locator> {
    await this.page.locator(".jp-NotebookPanel:visible .jp-Notebook").focus();
    await this.page.keyboard.press("b");
    await this.page.keyboard.press("Enter");
    const cell = this.page.locator(".jp-NotebookPanel:visible .jp-Cell.jp-mod-active");
    await cell.locator(".cm-content:focus").waitFor();
    await this.page.keyboard.insertText(text);
    return cell;
  }

  /** Runs a text in a new cell and resolves to its output once the kernel is idle. */
  async run(text: string): Promise<string> {
    const cell = await this.newCell(text);
    const element = await cell.elementHandle();
    await this.page.keyboard.press("Control+Enter");
    await cell.locator(".jp-InputPrompt", { hasText: /\[\d+\]/ }).waitFor();
    await this.idle();
    return (await element?.evaluate((one) => one.querySelector(".jp-OutputArea")?.textContent)) ?? "";
  }

  /** Notebook as the browser keeps it: what was saved, not what is on view. Null before it was saved. */
  kept(path: string): Promise<KeptNotebook | null> {
    return this.page.evaluate(`(${READ_KEPT})(${JSON.stringify(path)})`);
  }

  /** Texts of the notebook's error outputs. */
  errors(): Promise<readonly string[]> {
    return this.page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').allTextContents();
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
}
