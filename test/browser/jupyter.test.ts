import { readFileSync } from "node:fs";
import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { JupyterPage, photograph, type Shown } from "./jupyterPage.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";
import { notebook } from "./notebook.ts";

const example = readFileSync(new URL("../../examples/gpt3.dtp", import.meta.url), "utf8");

const PLAN = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan seqsel {
  tp = 8  # inside a node
  pp = 8
  vpp = 3
  sequence_parallel = true
  schedule = interleaved_1f1b
  recompute = selective(attention)
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
  precision = fp16
}
let base = gpt3_175b on (selene with { nodes = 8 }) with seqsel
show base.memory as GiB
plot base.memory
`;

// 900,000 scenarios: more than a test waits for.
const ENDLESS = `sweep endless = base
  for plan.seq_len in range(1_000, 3_999)
  for cluster.nodes in range(8, 2_400, step = 8)
show endless
`;

let browser: Browser;
let server: JupyterServer;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startJupyter({ "gpt3.dtp": example, "seven.ipynb": notebook(PLAN), "plain.ipynb": notebook(PLAN) }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// What it looked like when something was not as expected.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) await photograph(page, `failed-${index}-${task.name}`);
});

/** What each of these tokens looks like, by its first place. */
function styles(tokens: readonly Shown[], ...texts: readonly string[]): readonly (string | undefined)[] {
  return texts.map((text) => tokens.find((token) => token.text === text)?.style);
}

function expectColours(tokens: readonly Shown[]): void {
  const kinds = styles(tokens, "plan", "seqsel", "tp", "8", "sequences", '"std/clusters"', "# inside a node");
  expect(kinds).not.toContain(undefined);
  expect(new Set(kinds).size).toBe(kinds.length);
  const [verb, word] = styles(tokens, "let", "with");
  expect([verb, word]).toEqual([kinds[0], kinds[0]]);
}

// One story on one page: each test goes on where the last one ended.
describe("JupyterLab", () => {
  let lab: JupyterPage;
  beforeAll(async () => {
    lab = await JupyterPage.open(browser, server, "/lab");
  });
  afterAll(async () => {
    await lab?.page.context().close();
  });

  test("offers the kernel, with its picture, and makes a notebook", async () => {
    const card = lab.page.locator('.jp-LauncherCard[data-category="Notebook"][title^="DTP"]');
    await card.waitFor();
    expect(await card.locator("img").evaluate((image) => Reflect.get(image, "naturalWidth"))).toBeGreaterThan(
      0,
    );
    await lab.picture("lab-launcher");
    await card.click();
    await lab.idle();
  });

  test("colours a cell", async () => {
    await lab.write(0, PLAN);
    expectColours(await lab.tokens(lab.cell(0)));
  });

  test("colours a TypeScript cell as TypeScript", async () => {
    await lab.write(0, "%%ts\nconst cheap = rows.filter((row) => row.mfu > 0.4);");
    const tokens = await lab.tokens(lab.cell(0));
    const [magic, keyword, name] = styles(tokens, "%%ts", "const", "cheap");
    expect(magic).toBeDefined();
    expect(keyword).toBeDefined();
    expect(new Set([magic, keyword, name]).size).toBe(3);
  });

  test("runs it and draws its figure", async () => {
    const output = await lab.run(0, PLAN);
    await lab.marks(output).first().waitFor();
    // eight stages, several kinds of memory
    expect(await lab.marks(output).count()).toBeGreaterThan(16);
    const size = await output.locator(".dtp-plotly .main-svg").first().boundingBox();
    expect(size?.height).toBeGreaterThan(200);
    await lab.page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(() => width(output)).toBeLessThan(400);
    // drawn smaller, it still knows where the pointer is
    await lab.marks(output).first().hover({ force: true });
    await output.locator(".dtp-plotly .hoverlayer text").first().waitFor();
    await lab.picture("lab-narrow");
    await lab.page.setViewportSize({ width: 1360, height: 900 });
    await expect.poll(() => width(output)).toBeGreaterThan(800);
    expect((await output.locator("table").allInnerTexts()).join("\n")).toMatch(/activations/i);
    await lab.picture("lab-light");
  });

  test("tells a reader who does not see the figure what it shows", async () => {
    const figure = lab.cell(0).locator(".dtp-plotly").first();
    expect(await figure.getAttribute("role")).toBe("img");
    expect(await figure.getAttribute("tabindex")).toBe("0");
    expect(await figure.getAttribute("aria-label")).toMatch(/stage 0 [\d.]+ GiB/);
  });

  test("offers no upload of a figure", async () => {
    const output = lab.cell(0).locator(".jp-Cell-outputArea");
    await output.locator(".dtp-plotly .main-svg").first().hover({ force: true });
    const titles = await output
      .locator(".modebar-btn")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-title") ?? ""));
    expect(titles.length).toBeGreaterThan(2);
    expect(titles.join("\n")).not.toMatch(/share|cloud|studio|edit/i);
  });

  test("shows what a word means under the mouse", async () => {
    await lab.write(1, "plan wide = seqsel with { recompute = full }");
    await lab.cell(1).locator(".cm-line").getByText("recompute", { exact: true }).hover();
    const tip = lab.page.locator(".cm-tooltip .dtp-hover");
    await expect.poll(() => tip.innerText()).toMatch(/recompute[\s\S]*default/i);
    await lab.picture("lab-mouse");
    await lab.page.mouse.move(5, 5);
  });

  test("marks stale cells where they stand, and runs them again", async () => {
    await lab.run(1, "let n = 2");
    await lab.run(2, "show n * 21");
    await lab.run(3, "show n * 50");
    await lab.run(1, "let n = 4");
    const bars = lab.page.locator(".dtp-stale-bar");
    await expect.poll(() => bars.count()).toBe(2);
    await lab.picture("lab-stale");
    await bars.first().getByText("Run all stale cells from here").click();
    await expect.poll(() => bars.count()).toBe(0);
    await expect.poll(() => lab.cell(2).locator(".jp-Cell-outputArea").innerText()).toContain("84");
    await expect.poll(() => lab.cell(3).locator(".jp-Cell-outputArea").innerText()).toContain("200");
  });

  test("typesets no formula between the dollars of an output or of a text", async () => {
    const output = await lab.run(4, 'let rent = $2.50/h\nshow 2 * rent\n"from $2 to $4 an hour, or $5"');
    await expect.poll(() => output.innerText()).toContain("from $2 to $4 an hour");
    expect(await lab.page.locator("mjx-container").count()).toBe(0);
  });

  test("completes a field", async () => {
    await lab.write(1, "plan wide = seqsel with { recom");
    await lab.page.keyboard.press("Tab");
    const list = lab.page.locator(".jp-Completer-list .jp-Completer-item");
    await list.first().waitFor();
    expect((await list.allInnerTexts()).join("\n")).toContain("recompute");
    const documentation = lab.page.locator(".jp-Completer-docpanel");
    await expect.poll(() => documentation.innerText()).toMatch(/recomput[\s\S]*default/i);
    await lab.picture("lab-completion");
    await lab.page.keyboard.press("Escape");
  });

  test("says what a field is, at Shift-Tab", async () => {
    await lab.write(1, "plan wide = seqsel with { recompute = full }");
    for (let left = " = full }".length + 2; left > 0; left--) await lab.page.keyboard.press("ArrowLeft");
    await lab.page.keyboard.press("Shift+Tab");
    const tip = lab.page.locator(".jp-Tooltip");
    await expect.poll(() => tip.innerText()).toContain("recompute");
    await lab.picture("lab-hover");
    await lab.page.keyboard.press("Escape");
  });

  test("frames an error", async () => {
    const output = await lab.run(1, "show base.memori");
    await expect.poll(() => output.innerText()).toMatch(/memori[\s\S]*did you mean[\s\S]*memory/i);
    await lab.picture("lab-error");
  });

  test("interrupts a long sweep and keeps the kernel", async () => {
    await lab.write(1, ENDLESS);
    await lab.page.keyboard.press("Shift+Enter");
    await lab.page.locator('.jp-Notebook-ExecutionIndicator[data-status="busy"]').first().waitFor();
    await lab.page
      .locator('[data-jp-item-name="interrupt"] button, jp-button[data-command="notebook:interrupt-kernel"]')
      .first()
      .click();
    const cell = lab.cell(1);
    await cell.locator(".jp-InputPrompt", { hasText: /\[\d+\]/ }).waitFor();
    await expect.poll(() => cell.locator(".jp-Cell-outputArea").innerText()).toMatch(/interrupt/i);
    await lab.picture("lab-interrupted");
    const after = await lab.run(2, "show base.pp");
    await expect.poll(() => after.innerText()).not.toBe("");
  });

  test("restarts", async () => {
    await lab.page
      .locator('[data-jp-item-name="restart"] button, jp-button[data-command="notebook:restart-kernel"]')
      .first()
      .click();
    await lab.page.locator(".jp-Dialog .jp-mod-accept").click();
    await lab.page.locator(".jp-Dialog").waitFor({ state: "detached" });
    await lab.idle();
    const output = await lab.run(2, "show base");
    await expect.poll(() => output.innerText()).toMatch(/unknown-name/);
  });

  test("opens a file in colours, its report beside it", async () => {
    const { page } = lab;
    await page.locator('.jp-DirListing-item[data-file-type="dtp"]').dblclick();
    const editor = page.locator(".jp-FileEditor");
    const tokens = await lab.tokens(editor);
    expect(new Set(styles(tokens, "import", "selene", '"std/clusters"')).size).toBe(3);
    await editor.locator(".cm-line").nth(5).click({ button: "right" });
    await page.locator(".lm-Menu-itemLabel").getByText("Show DTP Report").click();
    const report = page.locator('.dtp-report[data-state="done"]');
    await report.waitFor();
    expect(await report.locator("table").count()).toBeGreaterThan(3);
    await lab.marks(report).first().waitFor({ state: "attached" });
    await lab.picture("lab-report");
  });

  test("renews the report while the file is edited, saved or not", async () => {
    await lab.writeFile("let answer = 6 * 7\nshow answer\n");
    const report = lab.page.locator('.dtp-report[data-state="done"]');
    await expect.poll(() => report.innerText()).toMatch(/42/);
    expect(await report.locator("table").count()).toBe(0);
    expect(await lab.page.locator(".jp-FileEditor .cm-lint-marker").count()).toBe(0);
  });

  test("keeps the last good report below the errors of a text, marked as old", async () => {
    await lab.writeFile("let answer = 6 * 7\nshow answer\nshow base\n");
    const report = lab.page.locator('.dtp-report[data-state="failed"]');
    await expect
      .poll(() => report.innerText())
      .toMatch(/has errors[\s\S]*unknown-name[\s\S]*gpt3\.dtp:3:6[\s\S]*42/);
    // the mistake is marked where one edits
    await expect
      .poll(() => lab.page.locator(".jp-FileEditor .cm-lintRange-error").allInnerTexts())
      .toEqual(["base"]);
    expect(await lab.page.locator(".jp-FileEditor .cm-lint-marker-error").count()).toBe(1);
    await lab.picture("lab-report-failed");
  });

  test("runs nothing but the language in a report: a file may be a stranger's", async () => {
    await lab.writeFile("%%ts\nconsole.log(6 * 111);\n");
    const report = lab.page.locator('.dtp-report[data-state="failed"]');
    await expect.poll(() => report.innerText()).toContain("gpt3.dtp:1:1");
    expect(await report.innerText()).not.toContain("666");
  });

  test("looks right on dark", async () => {
    const { page } = lab;
    await lab.writeFile(example);
    await page.keyboard.press("ControlOrMeta+s");
    const report = page.locator(".dtp-report");
    await lab.marks(report).first().waitFor({ state: "attached" });
    await lab.menu("Settings", "Theme", "JupyterLab Dark");
    await page.locator('body[data-jp-theme-light="false"]').waitFor({ state: "attached" });
    // the figure's words are light, and its paper is the page's
    const title = report.locator(".dtp-plotly .gtitle").first();
    await expect.poll(() => title.evaluate(lightness)).toBeGreaterThan(0.6);
    await title.scrollIntoViewIfNeeded();
    await lab.picture("lab-dark-report");
    await page.locator(".lm-TabBar-tab", { hasText: "Untitled" }).click();
    await lab.cell(0).locator(".dtp-plotly .main-svg").first().scrollIntoViewIfNeeded();
    await lab.picture("lab-dark");
  });

  test("ends the report's kernel with the report", async () => {
    const kernels = async (): Promise<number> => {
      const running: unknown = await (await fetch(server.url("/api/kernels"))).json();
      return Array.isArray(running) ? running.length : -1;
    };
    expect(await kernels()).toBe(2);
    await lab.page.locator(".lm-TabBar-tab.dtp-report-tab").locator(".lm-TabBar-tabCloseIcon").click();
    await expect.poll(kernels).toBe(1);
  });

  test("is quiet", () => {
    expect(lab.complaints).toEqual([]);
  });
});

test("Notebook 7 colours, runs and draws", async () => {
  const seven = await JupyterPage.open(browser, server, "/notebooks/seven.ipynb");
  await seven.idle();
  expectColours(await seven.tokens(seven.cell(0)));
  const output = await seven.runFirst();
  await seven.marks(output).first().waitFor();
  await output.locator(".dtp-plotly .main-svg").first().scrollIntoViewIfNeeded();
  await seven.picture("notebook-7");
  // While it loads its settings, Notebook logs an error of its own.
  expect(seven.complaints.filter((complaint) => complaint.includes("dtplan"))).toEqual([]);
  await seven.page.context().close();
});

test("without the extension, a figure is its picture", async () => {
  server.disable("dtplan");
  const plain = await JupyterPage.open(browser, server, "/notebooks/plain.ipynb");
  await plain.idle();
  const output = await plain.runFirst();
  await output.locator('[data-mime-type="image/svg+xml"]').first().waitFor();
  expect(await output.locator(".dtp-plotly").count()).toBe(0);
  await plain.picture("notebook-7-plain");
  await plain.page.context().close();
});

/** Of the first figure of an output, px. */
async function width(output: Locator): Promise<number> {
  const box = await output.locator(".dtp-plotly .main-svg").first().boundingBox();
  return box?.width ?? 0;
}

/** How light the colour of a text is, from 0 to 1; runs in the page. */
function lightness(element: unknown): number {
  const view: { getComputedStyle(of: unknown): { fill: string } } = Reflect.get(globalThis, "window");
  const [red = 0, green = 0, blue = 0] = (view.getComputedStyle(element).fill.match(/\d+/g) ?? []).map(
    Number,
  );
  return (red + green + blue) / (3 * 255);
}
