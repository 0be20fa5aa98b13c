import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { JupyterPage } from "./jupyterPage.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";

const PLAN = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
let n = 1
let least = 2
control n in [1, 2, 4]
control least in [2, 3]
show n * 1_000
show [1, 2, 3] * n
let sized = if n > least then n + true else n
show sized
plan p { dp = fill, seq_len = 4Ki, micro_batch = n, global_batch = 64 sequences, zero = 3 }
let base = llama3_8b on (dgx_h100 with { nodes = 4 }) with p
sweep s = base for plan.zero in [2, 3]
show s
`;

describe("controls in a report of JupyterLab", () => {
  let browser: Browser;
  let server: JupyterServer;
  let lab: JupyterPage;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startJupyter({ "a.dtp": PLAN }), launchChromium()]);
    lab = await JupyterPage.open(browser, server, "/lab");
    await lab.page.locator('.jp-DirListing-item[data-file-type="dtp"]').dblclick();
    await lab.page.locator(".jp-FileEditor .cm-line").nth(5).click({ button: "right" });
    await lab.page.locator(".lm-Menu-itemLabel").getByText("Show DTP Report").click();
    await report().waitFor();
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const report = (): Locator => lab.page.locator('.dtp-report[data-state="done"]');
  const choice = (value: string): Locator =>
    report().getByRole("radio", { name: value, exact: true }).first();

  test("a choice changes what reads it, and its control keeps the focus", async () => {
    await choice("2").check();
    await expect.poll(() => report().innerText()).toContain("2,000");
    expect(await choice("2").isChecked()).toBe(true);
    expect(await lab.page.evaluate("document.activeElement.closest('.dtp-report') !== null")).toBe(true);
    await lab.picture("report-controls");
  });

  test("a number explains itself with what was chosen, and a table is sorted", async () => {
    const asked = "(base with { plan.zero = 2 }).step_time";
    const number = report().locator(`[title="explain ${asked}"]`);
    await number.click();
    const panel = report().getByRole("region", { name: `explanation of ${asked}` });
    // With micro-batches of one the step takes some 850 ms.
    const shown = (await number.innerText()).trim();
    await expect.poll(() => panel.innerText(), { timeout: 30_000 }).toContain(`step time = ${shown} ms`);
    await lab.picture("report-explained");
    await lab.page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
    expect(await report().getByRole("button", { name: "CSV", includeHidden: true }).count()).toBeGreaterThan(
      0,
    );
  });

  test("a choice with which the program has an error goes back, with the reason", async () => {
    await choice("4").click();
    await expect.poll(() => report().getByRole("alert").first().innerText()).not.toBe("");
    await expect.poll(() => choice("2").isChecked()).toBe(true);
    expect(await report().innerText()).toContain("2,000");
  });
});
