import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { leastContrast } from "./contrast.ts";
import { JupyterPage } from "./jupyterPage.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";
import { notebook } from "./notebook.ts";

const PLAN = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 2
  seq_len = 8Ki
  global_batch = 1_024 sequences
}
let base = llama3_8b on dgx_h100 with p
show base.memory
`;

/** WCAG 2.1, success criterion 1.4.3 */
const READABLE = 4.5;

let browser: Browser;
let server: JupyterServer;
beforeAll(async () => {
  const cells = notebook(PLAN, "", "", "");
  [server, browser] = await Promise.all([
    startJupyter({ "light.ipynb": cells, "dark.ipynb": cells }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// What a kernel says must be read on both: the words' colours are the theme's, and ours are mixed with it.
describe.each([
  { theme: "light", title: "JupyterLab Light" },
  { theme: "dark", title: "JupyterLab Dark" },
])("JupyterLab on $theme", ({ theme, title }) => {
  let lab: JupyterPage;
  beforeAll(async () => {
    lab = await JupyterPage.open(browser, server, `/lab/workspaces/${theme}/tree/${theme}.ipynb`);
    await lab.idle();
    await lab.menu("Settings", "Theme", title);
    await lab.page.locator(`body[data-jp-theme-light="${theme === "light"}"]`).waitFor({ state: "attached" });
    const output = await lab.runFirst();
    await output.locator("table").first().waitFor();
  });
  afterAll(async () => {
    await lab?.page.context().close();
  });

  test("a table is read", async () => {
    expect(await leastContrast(lab.cell(0).locator(".jp-Cell-outputArea"))).toBeGreaterThan(READABLE);
    await lab.picture(`${theme}-table`);
  });

  // its colours are JupyterLab's own
  test("a list of completions says what each is", async () => {
    await lab.write(1, "plan wide = p with { recom");
    await lab.page.keyboard.press("Tab");
    const list = lab.page.locator(".jp-Completer-list");
    await list.locator(".jp-Completer-item").first().waitFor();
    expect(await list.innerText()).toContain("recompute");
    await lab.picture(`${theme}-completion`);
    await lab.page.keyboard.press("Escape");
  });

  test("a tooltip tells a field's meaning, default and value", async () => {
    await lab.write(1, "plan wide = p with { zero = 3 }");
    for (let left = " = 3 }".length + 1; left > 0; left--) await lab.page.keyboard.press("ArrowLeft");
    await lab.page.keyboard.press("Shift+Tab");
    const tip = lab.page.locator(".jp-Tooltip");
    await expect.poll(() => tip.innerText()).toMatch(/zero[\s\S]*default/i);
    expect(await leastContrast(tip)).toBeGreaterThan(READABLE);
    await lab.picture(`${theme}-hover`);
    await lab.page.keyboard.press("Escape");
  });

  test("an error shows the line, marks the word and proposes another", async () => {
    const output = await lab.run(1, "show base.memori");
    await expect
      .poll(() => output.innerText())
      .toMatch(/show base\.memori[\s\S]*\^\^[\s\S]*did you mean[\s\S]*memory/);
    expect(await leastContrast(output)).toBeGreaterThan(READABLE);
    await lab.picture(`${theme}-error`);
  });

  test("%live puts a new value where the stale one stood", async () => {
    await lab.run(1, "%live on\nlet n = 2");
    const shown = await lab.run(2, "show n * 21");
    await expect.poll(() => shown.innerText()).toContain("42");
    await lab.run(1, "let n = 4");
    await expect.poll(() => shown.innerText()).toContain("84");
    expect(await shown.innerText()).not.toContain("42");
    expect(await lab.cell(1).locator(".jp-Cell-outputArea").innerText()).not.toContain("stale");
    await lab.picture(`${theme}-live`);
  });
});
