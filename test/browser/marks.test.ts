import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { JupyterPage } from "./jupyterPage.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";
import { notebook } from "./notebook.ts";

const FILE = `import gpt3_175b from "std/models"
import selene from "std/clusters"
import rate from "./lib/rates.dtp"
plan p { tp = 8, pp = 8, global_batch = 64 sequences, micro_batch = 1, seq_len = 2Ki, sequence_parallel = true }
let base = gpt3_175b on (selene with { nodes = 8 }) with p
show base.memoryy, rate
`;
const CELLS = [
  'import gpt3_175b from "std/models"\nimport selene from "std/clusters"',
  "plan p { tp = 8, pp = 8, global_batch = 64 sequences, micro_batch = 1, seq_len = 2Ki, sequence_parallel = true }\nlet base = gpt3_175b on (selene with { nodes = 8 }) with p",
  "show base.tim",
  "%%ts\nconst x = 1;",
  'import size from "./sizes.csv"\nshow basee.memory',
];

let browser: Browser;
let server: JupyterServer;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startJupyter({
      "plans/main.dtp": FILE,
      "plans/lib/rates.dtp": "let rate = 3\n",
      "plans/notes.py": "print(1)\n",
      "cells.ipynb": notebook(...CELLS),
      "sizes.csv": "size,loss\n1,2\n",
    }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Texts of mistakes under a wavy line, in the order of the document. Warnings are left out. */
const lines = (within: Locator): Promise<readonly string[]> =>
  within.locator(".cm-lintRange-error").allInnerTexts();

/** Chooses the edit that the words of the mark at the pointer offer. */
async function mend(lab: JupyterPage, within: Locator, edit: string): Promise<void> {
  await within.locator(".cm-lintRange-error").first().hover();
  await lab.page.locator(".cm-diagnosticAction", { hasText: edit }).click();
}

describe("the editor of a .dtp file", () => {
  let lab: JupyterPage;
  let editor: Locator;
  beforeAll(async () => {
    lab = await JupyterPage.open(browser, server, "/lab/tree/plans/main.dtp");
    editor = lab.page.locator(".jp-FileEditor");
  });
  afterAll(() => lab?.page.context().close());

  test("marks mistakes without a report and without a kernel, and mends them", async () => {
    await expect.poll(() => lines(editor)).toEqual(["memoryy"]);
    expect(await editor.locator(".cm-gutter-lint .cm-lint-marker-error").count()).toBe(1);
    expect(await server.sessions()).toEqual([]);
    await editor.locator(".cm-lintRange").hover();
    await lab.page.locator(".cm-tooltip-lint").waitFor();
    await lab.picture("lab-marks-file");
    await mend(lab, editor, "Write memory");
    await expect.poll(() => lines(editor)).toEqual([]);
    expect(await editor.locator(".cm-content").innerText()).toContain("show base.memory, rate");
    expect(await server.sessions()).toEqual([]);
  });

  test("lists them, and goes from one to the next with the keyboard", async () => {
    await lab.writeFile("let a = 2 GiB + 1 s\nlet b = totl\nshow a, b\n");
    await expect.poll(() => lines(editor)).toEqual(["2 GiB + 1 s", "totl"]);
    await lab.page.keyboard.press("F8");
    await lab.page.keyboard.press("ControlOrMeta+Shift+m");
    const panel = lab.page.locator(".cm-panel-lint");
    await panel.waitFor();
    expect(await panel.locator("li").count()).toBe(2);
    await lab.picture("lab-marks-list");
    await lab.page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });

  test("follows imports when they are saved, and marks a mistake in one at the import", async () => {
    await lab.writeFile('import rate, other from "./lib/rates.dtp"\nshow rate + other\n');
    await expect.poll(() => lines(editor)).toEqual(["other"]);
    await lab.page.evaluate(
      "fetch('/api/contents/plans/lib/rates.dtp?token=dtp', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ type: 'file', format: 'text', content: 'let rate = 3\\nlet other = totl\\n' }) })",
    );
    // A reader who comes back to the text sees what another program has written.
    await lab.page.locator(".jp-DirListing-content").click();
    await editor.locator(".cm-content").click();
    await expect.poll(() => lines(editor)).toEqual(['"./lib/rates.dtp"']);
    await editor.locator(".cm-lintRange").hover();
    await expect
      .poll(() => lab.page.locator(".cm-tooltip-lint").innerText())
      .toContain("plans/lib/rates.dtp: ");
  });

  test("leaves editors of other languages alone", async () => {
    await lab.go("/lab/tree/plans/notes.py");
    const other = lab.page.locator(".jp-FileEditor", { hasText: "print(1)" });
    await other.locator(".cm-content").click();
    await lab.page.keyboard.type("x = totl");
    expect(await other.locator(".cm-gutter-lint, .cm-lintRange").count()).toBe(0);
    expect(lab.complaints).toEqual([]);
  });
});

describe("the cells of a notebook", () => {
  let lab: JupyterPage;
  let cells: Locator;
  beforeAll(async () => {
    lab = await JupyterPage.open(browser, server, "/doc/tree/cells.ipynb");
    cells = lab.page.locator(".jp-Notebook");
  });
  afterAll(() => lab?.page.context().close());

  test("show mistakes before anything has run, and know the cells above", async () => {
    await expect.poll(() => lines(cells)).toEqual(["tim", "basee"]);
    expect(await lab.page.locator(".jp-InputPrompt", { hasText: /\d|\*/ }).count()).toBe(0);
    await lab.cell(4).locator(".cm-lintRange").last().hover();
    await lab.page.locator(".cm-tooltip-lint").waitFor();
    await lab.picture("lab-marks-cells");
    await mend(lab, lab.cell(2), "Write time");
    await lab.write(4, 'import sizes from "./sizes.csv"\nshow base.memory, sizes');
    await expect.poll(() => lines(cells)).toEqual([]);
  });

  test("are checked again when a cell above changes, and when it goes", async () => {
    await lab.write(1, CELLS[1]?.replace("let base", "let first") ?? "");
    await expect.poll(() => lines(cells)).toEqual(["base", "base"]);
    await lab.write(1, CELLS[1] ?? "");
    await expect.poll(() => lines(cells)).toEqual([]);
    await lab.cell(0).locator(".jp-InputPrompt").click();
    await lab.page.keyboard.press("d");
    await lab.page.keyboard.press("d");
    // The first mistake of a definition is marked, and not the cells that read what it would define.
    await expect.poll(() => lines(cells)).toEqual(["gpt3_175b"]);
    expect(await lab.page.locator(".jp-InputPrompt", { hasText: /\d|\*/ }).count()).toBe(0);
  });

  test("are readable on dark", async () => {
    await lab.menu("Settings", "Theme", "JupyterLab Dark");
    await lab.page.locator('body[data-jp-theme-light="false"]').waitFor({ state: "attached" });
    await cells.locator(".cm-lintRange").first().hover();
    await lab.page.locator(".cm-tooltip-lint").waitFor();
    await lab.picture("lab-marks-dark");
    expect(lab.complaints).toEqual([]);
  });
});
