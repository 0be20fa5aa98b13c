import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../browser/chromium.ts";
import { LabPage } from "./support/labPage.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

// `npm run site` made build/site/lab/ before; it needs Python.
const lab = join(import.meta.dirname, "../../build/site/lab");
const LESSON = "01-first-plan.ipynb";
/** Search over so many plans that nobody waits for it. */
const LONG = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p { seq_len = 2_048, global_batch = 1_536 sequences }
let base = gpt3_175b on selene with p
search best = base
  for cluster.nodes in range(8, 3_000, step = 8)
  for plan in all
  minimize step_time keep 1
show best`;

let served: StaticSite;
let browser: Browser;
let edition: string;
/** Answers of the site that a test puts in the place of its files. */
const replaced: Record<string, string> = {};

describe.skipIf(!existsSync(lab))("JupyterLab in the browser", () => {
  beforeAll(async () => {
    served = await serveFolder(lab, replaced);
    browser = await launchChromium();
    edition = readdirSync(join(lab, "files")).find((name) => name.startsWith("notebooks ")) ?? "";
    expect(edition).not.toBe("");
  });
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  const opened = async (path: string): Promise<LabPage> => {
    const student = await LabPage.create(browser, served.url);
    await student.openNotebook(`${edition}/${path}`);
    return student;
  };

  test("all cells run in the page, at the first idle, without a request to another host", async () => {
    const student = await opened(LESSON);
    await student.menu("Edit", "Clear Outputs of All Cells");
    await student.menu("Run", "Run All Cells");
    await student.idle();
    const { cells } = JSON.parse(readFileSync(join(lab, "files", edition, LESSON), "utf8"));
    const code = cells.filter(
      (one: { cell_type: string; source: string | readonly string[] }) =>
        one.cell_type === "code" && [one.source].flat().join("").trim() !== "",
    );
    // JupyterLab draws only the cells in view: the saved notebook has them all.
    await student.menu("File", "Save Notebook");
    await expect
      .poll(async () => {
        const kept = await student.kept(`${edition}/${LESSON}`);
        return kept?.cells.filter(({ execution_count }) => (execution_count ?? 0) > 0).length;
      })
      .toBe(code.length);
    expect(await student.errors()).toEqual([]);
    expect(student.foreign).toEqual([]);
    await student.close();
  });

  test("a cell completes and explains a name, imports a file, and answers a magic", async () => {
    const student = await opened(LESSON);
    expect(await student.run('import a100_1k from "./examples/gpt3.dtp"\nshow a100_1k.nodes')).toMatch(/\d/);
    expect(await student.run("%who")).toContain("a100_1k");
    const completer = student.page.locator(".jp-Completer");
    await student.newCell("show a100_1");
    await student.page.keyboard.press("Tab");
    await expect.poll(() => completer.textContent()).toContain("a100_1k");
    await student.page.keyboard.press("Escape");
    const plan = await student.newCell("plan q {\n  micro_ba");
    await student.page.keyboard.press("Tab");
    await expect.poll(() => completer.textContent()).toContain("micro_batch");
    await student.page.keyboard.press("Enter");
    await expect.poll(() => plan.locator(".cm-content").textContent()).toContain("micro_batch");
    await student.page.keyboard.press("Shift+Tab");
    await expect.poll(() => student.page.locator(".jp-Tooltip").textContent()).toMatch(/micro-batch/i);
    expect(student.foreign).toEqual([]);
    await student.close();
  });

  test("an interrupt stops its own kernel's cell; the kernel keeps its names, and another goes on", async () => {
    const student = await opened(LESSON);
    expect(await student.run("let kept = 7\nshow kept")).toContain("7");
    await student.newCell(LONG);
    await student.page.keyboard.press("Control+Enter");
    await student.busy();
    // A second notebook beside it: its kernel answers meanwhile, and its interrupt is not the first one's.
    await student.page.locator(".jp-DirListing-item", { hasText: "fact-check.ipynb" }).dblclick();
    await student.page.locator(".lm-TabBar-tab.lm-mod-current", { hasText: "fact-check.ipynb" }).waitFor();
    await student.idle();
    expect(await student.run("show 6 * 7")).toContain("42");
    await student.menu("Kernel", "Interrupt Kernel");
    await student.page.locator(".lm-TabBar-tab", { hasText: LESSON }).click();
    await student.busy();
    await student.menu("Kernel", "Interrupt Kernel");
    await student.idle();
    expect(await student.run("show kept * 6")).toContain("42");
    await student.menu("Kernel", "Restart Kernel…");
    await student.page.locator(".jp-Dialog button.jp-mod-accept").click();
    await student.page.locator(".jp-Dialog").waitFor({ state: "detached" });
    await student.idle();
    expect(await student.run("show kept")).toContain("kept");
    expect(await student.errors()).not.toEqual([]);
    await student.close();
  });

  test("the page that starts a class opens the chosen lesson, and no solution is in the lab", async () => {
    const student = await LabPage.create(browser, served.url);
    await student.page.goto(`${served.url}class.html#07-pipelines`);
    await student.page.locator("#link").click();
    await student.page.locator(".jp-NotebookPanel .jp-Cell").first().waitFor();
    expect(await student.page.locator(".lm-TabBar-tab.lm-mod-current").allTextContents()).toContain(
      "07-pipelines.ipynb",
    );
    expect(student.foreign).toEqual([]);
    await student.close();
    const names = readdirSync(join(lab, "files", edition), { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => /\b(?:solutions|keys|exam)\b/.test(name))).toEqual([]);
  });

  test("a program's report opens beside its text", async () => {
    const student = await LabPage.create(browser, served.url);
    await student.open(`${edition}/examples/gpt3.dtp`);
    await student.page.locator(".jp-FileEditor .cm-content").click({ button: "right" });
    await student.page.locator(".lm-Menu-itemLabel", { hasText: "Show DTP Report" }).click();
    await student.page.locator(".lm-TabBar-tab.dtp-report-tab").waitFor();
    await student.page.locator(".jp-OutputArea-output .dtp, .jp-RenderedHTMLCommon .dtp").first().waitFor();
    expect(student.foreign).toEqual([]);
    await student.close();
  });

  test("a student's work stays in the browser, is downloaded, and hides no new edition", async () => {
    const student = await opened(LESSON);
    expect(await student.run("let mine = 12_345\nshow mine")).toContain("12,345");
    await student.menu("File", "Save Notebook");
    await expect.poll(() => student.kept(`${edition}/${LESSON}`).then(JSON.stringify)).toContain("12_345");

    const download = student.page.waitForEvent("download");
    await student.menu("File", "Download");
    const path = await (await download).path();
    expect(readFileSync(path, "utf8")).toContain("12_345");

    // The next edition of the course, at the same address, in the same browser.
    const next = "notebooks 9.9.9-abcdef";
    const listing = join(lab, "api/contents");
    const renamed = (text: string): string => text.replaceAll(edition, next);
    replaced["api/contents/all.json"] = renamed(readFileSync(join(listing, "all.json"), "utf8"));
    replaced[`api/contents/${next}/all.json`] = renamed(
      readFileSync(join(listing, edition, "all.json"), "utf8"),
    );
    replaced[`files/${next}/${LESSON}`] = readFileSync(join(lab, "files", edition, LESSON), "utf8");
    try {
      const later = await LabPage.create(student.page.context(), served.url);
      await later.openNotebook(`${next}/${LESSON}`);
      expect(JSON.stringify(await later.kept(`${next}/${LESSON}`))).not.toContain("12_345");
      const again = await LabPage.create(student.page.context(), served.url);
      await again.openNotebook(`${edition}/${LESSON}`);
      expect(JSON.stringify(await again.kept(`${edition}/${LESSON}`))).toContain("12_345");
    } finally {
      for (const name of Object.keys(replaced)) delete replaced[name];
    }
    await student.close();
  });
});
