import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkbench, type Workbench } from "../../../scripts/vscode/workbench/openWorkbench.mjs";
import { CONTROL_MIME, PLOTLY_MIME } from "../../../src/report/render/toMimeBundles.ts";
import { launchChromium } from "../../browser/chromium.ts";

/** The built extension in VS Code's own workbench, as VS Code for the web has it, in Chromium. The tests are one session of a user. */
const BROKEN = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import tp8 from "./plans/tp8.dtp"
let base = llama3_8b on dgx_h100 with { plan = tp8, cluster.nodes = 1 }
show base.step_tim
sweep t = base for plan.tp in [2, 4, 8]
plot t { x = plan.tp, y = step_time }
`;
const TP8 = "edition 2026\nplan tp8 { seq_len = 8_192 tokens, global_batch = 64 sequences, tp = 8 }\n";
const HEIGHT = 240;
const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: "dtp" } },
  cells: [
    {
      ...{ cell_type: "code", id: "a", metadata: {}, execution_count: 1, source: ["show llama3_8b"] },
      outputs: [
        {
          [PLOTLY_MIME]: {
            data: [{ type: "scatter", x: [1, 2], y: [3, 4] }],
            layout: { title: { text: "two points" }, height: HEIGHT },
            config: {},
          },
        },
        {
          [CONTROL_MIME]: {
            ...{ path: "base.plan.tp", text: "2" },
            choices: ["2", "4"].map((text) => ({ text, set: text })),
          },
        },
      ].map((data) => ({
        output_type: "display_data",
        metadata: {},
        data: { ...data, "text/plain": ["?"] },
      })),
    },
  ],
};

let browser: Awaited<ReturnType<typeof launchChromium>>;
let code: Workbench;
let editor: Locator;
let problems: Locator;
const preview = () => code.view("extensionId=dtplan.dtplan");
const text = async () => (await editor.locator(".view-lines").innerText()).replaceAll("\u00a0", " ");
/** Sum of a colour's red, green and blue, 0 (black) to 765 (white). */
const brightness = async (place: Locator, property: "backgroundColor" | "color" | "fill") => {
  const color = await place.evaluate(
    (element, name) =>
      (globalThis as never as { getComputedStyle(e: unknown): Record<string, string> }).getComputedStyle(
        element,
      )[name],
    property,
  );
  return (color?.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
};

beforeAll(async () => {
  browser = await launchChromium();
  const files = { "a.dtp": BROKEN, "plans/tp8.dtp": TP8, "n.ipynb": JSON.stringify(NOTEBOOK) };
  // Enter is a new line, whatever list of suggestions is open.
  code = await openWorkbench(browser, { files, settings: { "editor.acceptSuggestionOnEnter": "off" } });
  await code.open("a.dtp");
  editor = code.page.locator('.editor-instance .monaco-editor[data-uri$="/a.dtp"]');
  problems = code.page.locator(".markers-panel");
});

afterAll(async () => {
  await code?.close();
  await browser?.close();
});

test("the file is a program, with the grammar's scopes under the server's tokens", async () => {
  await expect.poll(() => code.page.locator(".statusbar").innerText()).toContain("DTP");
  await editor
    .locator(".view-line")
    .nth(1)
    .click({ position: { x: 10, y: 8 } });
  const widget = code.page.locator(".token-inspect-widget");
  await expect
    .poll(async () => {
      await code.run("editor.action.inspectTMScopes");
      return (await widget.isVisible()) ? await widget.innerText() : "";
    })
    .toMatch(/semantic token type\s+keyword/);
  expect(await widget.innerText()).toContain("keyword.control.dtp");
  await code.page.keyboard.press("Escape");
});

test("a mistake is in the Problems view, and its quick fix removes it", async () => {
  await code.run("workbench.actions.view.problems");
  await expect.poll(() => problems.innerText()).toContain("there is no result `step_tim`");
  expect(await problems.innerText()).toContain("unknown-output");
  await code.run("workbench.action.focusActiveEditorGroup");
  await code.run("editor.action.marker.next");
  await code.run("editor.action.quickFix");
  const fix = code.page.locator(".action-widget").getByText("Replace `step_tim` by `step_time`");
  await fix.waitFor();
  await code.page.keyboard.press("Enter");
  await expect.poll(text).toContain("show base.step_time\n");
  await expect.poll(() => problems.innerText()).toContain("No problems");
  await code.page.keyboard.press("Escape");
});

test("a change of an imported file outside the editor is checked", async () => {
  await code.run("memory.write", "plans/tp8.dtp", TP8.replace("tp = 8", "tp = 3"));
  await expect.poll(() => problems.innerText()).toContain("32 attention heads do not divide by tp = 3");
  await code.run("memory.write", "plans/tp8.dtp", TP8);
  await expect.poll(() => problems.innerText()).toContain("No problems");
});

test("a hover documents a result with its value, completion offers results", async () => {
  await code.run("editor.action.showHover");
  const hover = code.page.locator(".monaco-hover:visible").first();
  await expect.poll(() => hover.innerText()).toMatch(/Time of one optimizer step.*now\s+\d+\.\d+ s/s);
  await code.page.keyboard.press("Escape");
  await code.page.keyboard.press("Control+End");
  await code.page.keyboard.type("show base.mem");
  await code.run("editor.action.triggerSuggest");
  const list = code.page.locator(".suggest-widget.visible");
  await expect.poll(() => list.innerText()).toContain("memory");
  await code.page.keyboard.press("Tab");
  await expect.poll(text).toContain("show base.memory");
  await code.page.keyboard.type(".peak");
  await expect.poll(() => problems.innerText()).toContain("No problems");
});

test("lenses run the program and explain its scenario in a report beside it", async () => {
  const lens = (name: string) => editor.locator(".codelens-decoration a").getByText(name, { exact: true });
  const report = code.view("extensionId=vscode.markdown-language-features").locator("body");
  await lens("Run").click();
  await expect.poll(() => report.innerText()).toContain("step_time");
  await lens("Explain").click();
  await expect.poll(() => report.innerText()).toContain("80% interval");
  // The program keeps the focus.
  await expect.poll(() => editor.locator(":focus").count()).toBe(1);
});

test("the preview shows the report, follows an edit, and says a mistake over it", async () => {
  await code.run("workbench.action.closeEditorsInOtherGroups");
  await code.open("a.dtp");
  await code.run("dtp.showPreview");
  const main = preview().locator("#dtp-main");
  await expect.poll(() => main.innerText()).toContain("step_time");
  await expect.poll(() => preview().locator(".js-plotly-plot .main-svg").count()).toBeGreaterThan(0);
  expect(await main.innerText()).not.toContain("devices = 8");
  await editor.locator(".view-lines").click();
  await code.page.keyboard.press("Control+End");
  await code.page.keyboard.type("\nshow base.cluster.devices");
  await expect.poll(() => main.innerText()).toContain("devices = 8");
  await code.page.keyboard.type("x");
  const said = preview().locator(".dtp-follow");
  await expect.poll(() => said.innerText()).toContain("devicesx");
  expect(await main.innerText()).toContain("devices = 8");
  await code.page.keyboard.press("Backspace");
  await expect.poll(() => said.innerText()).toBe("");
});

test("the preview has the editor's theme, whatever the system has, and follows it", async () => {
  const body = preview().locator("body");
  const paper = preview().locator(".js-plotly-plot .main-svg").first();
  for (const [scheme, dark] of [
    ["dark", false],
    ["light", true],
    ["dark", false],
  ] as const) {
    await code.page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => body.getAttribute("class")).toContain(dark ? "vscode-dark" : "vscode-light");
    for (const place of [body, paper, preview().locator(".card").first()])
      await expect
        .poll(async () => (await brightness(place, "backgroundColor")) < 200, { message: `dark: ${dark}` })
        .toBe(dark);
    expect((await brightness(preview().locator("h1"), "color")) > 382).toBe(dark);
    await code.run("workbench.action.toggleLightDarkThemes");
  }
});

test("saved outputs of a notebook are drawn by the extension's renderer, and a choice says what it needs", async () => {
  await code.run("workbench.action.closeAllEditors");
  await code.page.keyboard.press("Escape");
  await code.open("n.ipynb");
  const page = code.view("purpose=notebookRenderer");
  const figure = page.locator(".js-plotly-plot");
  await expect.poll(() => figure.count()).toBe(1);
  await expect.poll(async () => (await figure.boundingBox())?.height).toBe(HEIGHT);
  // The notebook gives the output the room that the figure takes.
  await expect
    .poll(async () => (await page.locator(".output_container").first().boundingBox())?.height)
    .toBeGreaterThan(HEIGHT);
  await expect
    .poll(() => code.page.locator(".cell-statusbar-container").first().innerText())
    .toContain("DTP");
  await page.locator("label").getByText("4", { exact: true }).click();
  await expect.poll(() => page.locator("[role=alert]").innerText()).toContain("Jupyter extension");
});

test("a mistake in a cell of the notebook is marked while one types, without a kernel", async () => {
  await code.run("workbench.actions.view.problems");
  await expect.poll(() => problems.innerText()).toContain("nothing here is called `llama3_8b`");
  await code.page.locator(".cell-editor-container .view-lines").first().click();
  await code.page.keyboard.press("Control+Home");
  await code.page.keyboard.type('import llama3_8b from "std/models"\n');
  await expect.poll(() => problems.innerText()).toContain("No problems");
});

test("nothing failed, and nothing was asked of another host", () => {
  expect(code.errors).toEqual([]);
  expect(code.outside).toEqual([]);
});
