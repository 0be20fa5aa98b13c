import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MegatronLog } from "../support/megatronLog.ts";
import { launchChromium } from "./chromium.ts";
import { JupyterPage, photograph } from "./jupyterPage.ts";
import { type JupyterServer, startJupyter } from "./jupyterServer.ts";
import { notebook } from "./notebook.ts";

const WATCH = `%watch 1
import run from "./train.log"
show run.step_time, run.loss
plot run.iterations { x = iteration, y = step_time }`;
const READS = "run.step_time * 1_000";

/** Log of so many iterations, each of a time in s. */
function log(from: number, to: number, seconds: number): string {
  const written = new MegatronLog();
  for (let number = from; number <= to; number++) written.iteration(number, seconds);
  return `${written.lines.join("\n")}\n`;
}

/** A notebook that renews itself while the log of a job grows. */
describe("%watch in JupyterLab", () => {
  let browser: Browser;
  let server: JupyterServer;
  let lab: JupyterPage;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startJupyter({ "w.ipynb": notebook(WATCH, READS), "train.log": log(1, 20, 10) }),
      launchChromium(),
    ]);
    lab = await JupyterPage.open(browser, server, "/lab/tree/w.ipynb");
    await lab.page.setViewportSize({ width: 1360, height: 1_400 });
    await lab.idle();
    await lab.run(0, WATCH);
    await lab.run(1, READS);
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const text = (at: number): Promise<string> => lab.cell(at).locator(".jp-Cell-outputArea").innerText();

  test("renews its outputs and those of the cells that read the run, in place", async () => {
    await expect.poll(() => text(0)).toContain("10 s");
    expect(await text(1)).toContain("2.778 h");
    await photograph(lab.page, "watch-before");
    const outputs = await lab.cell(0).locator(".jp-OutputArea-child").count();
    appendFileSync(join(server.folder, "train.log"), log(21, 80, 12));
    await expect.poll(() => text(0), { timeout: 20_000 }).toContain("12 s");
    await expect.poll(() => text(1), { timeout: 20_000 }).toContain("3.333 h");
    expect(await lab.cell(0).locator(".jp-OutputArea-child").count()).toBe(outputs);
    await photograph(lab.page, "watch-after");
  });

  test("ends when asked to, and leaves the last outputs", async () => {
    await lab.page.locator(".jp-Notebook").press("Escape");
    const before = await text(0);
    await lab.run(1, "%watch off");
    appendFileSync(join(server.folder, "train.log"), log(81, 300, 20));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await text(0)).includes("20 s")).toBe(false);
    expect(before).toContain("12 s");
  });
});
