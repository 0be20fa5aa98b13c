/** The playground in Chromium, as a static site under a sub-path. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../browser/chromium.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "build/play");

let site: StaticSite;
let browser: Browser;
beforeAll(async () => {
  site = await serveFolder(folder);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  site.close();
});

/** Page of a fresh visitor, with what it asked of the network and what its policy refused. */
async function visit(address = "", context?: BrowserContext) {
  const own = context ?? (await browser.newContext({ viewport: { width: 1400, height: 900 } }));
  const page = await own.newPage();
  const asked: string[] = [];
  const wrong: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  const begun = performance.now();
  await page.goto(`${site.url}${address}`);
  return { page, context: own, asked, wrong, begun };
}

const output = (page: Page) => page.locator("#results .output");
const text = (page: Page) => page.locator("#results").innerText();
const link = (files: Readonly<Record<string, string>>, more = {}): string =>
  `#1=${deflateRawSync(JSON.stringify({ f: Object.entries(files), ...more })).toString("base64url")}`;

/** Replaces the text in the editor, as a reader types it. */
async function write(page: Page, program: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(program);
}

describe("the playground", () => {
  test("is small, and its policy allows no inline script and no other host", () => {
    const [scripts = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]{12}$/.test(name));
    const gzip = (...path: readonly string[]): number => gzipSync(readFileSync(join(folder, ...path))).length;
    const size = gzip("index.html") + gzip(scripts, "play.js") + gzip(scripts, "play.css");
    expect(size).toBeLessThan(150_000);
    expect(size).toBeGreaterThan(50_000);
    const [, policy = ""] =
      /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(folder, "index.html"), "utf8")) ??
      [];
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' blob:;",
    );
    expect(policy.replace("style-src 'self' 'unsafe-inline'", "")).not.toContain("unsafe");
  });

  test("shows a first result, follows the text, and asks no other host", async () => {
    const { page, context, asked, wrong, begun } = await visit();
    await output(page).first().waitFor();
    const cold = performance.now() - begun;
    await page.locator(".picture svg").first().waitFor();
    expect(await text(page)).toContain("base.step_time");
    await page.getByRole("button", { name: "Interactive" }).first().click();
    await page.locator(".interactive .main-svg").first().waitFor();
    await write(page, "let a = 41\nshow a + 1\n");
    await expect.poll(() => text(page)).toContain("a + 1 = 42");
    // The bounds are the goals for a laptop; a machine that is shared with other work takes longer.
    console.log(`first result after ${cold.toFixed(0)} ms; ${await page.locator("#status").innerText()}`);
    expect(wrong).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((url) => !url.startsWith(site.url) && !url.startsWith("blob:"))).toEqual([]);
    await context.close();
  });

  test("marks a mistake while one types, and mends it with one click", async () => {
    const { page, context } = await visit(link({ "a.dtp": "show h100_sxm\n" }));
    await page.locator("#results .problem.error").first().waitFor();
    const mend = page.locator(".cm-diagnosticAction").first();
    // A tooltip closes when the marks are drawn again, and opens when the pointer moves.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0);
        await page.locator(".cm-lintRange-error").first().hover();
        await page.waitForTimeout(1_000);
        return mend.isVisible();
      })
      .toBe(true);
    expect(await mend.innerText()).toBe('Write import h100_sxm from "std/devices"');
    await mend.click();
    await expect.poll(() => output(page).count()).toBe(1);
    expect(await page.locator("#results .problem").count()).toBe(0);
    await context.close();
  });

  test("a half-typed line keeps the results, and its mistake shows once the reader pauses", async () => {
    const { page, context, wrong } = await visit(link({ "a.dtp": "let a = 1\nshow a + 1\n" }));
    await expect.poll(() => text(page)).toContain("= 2");
    await write(page, "let a = 1\nshow a + 1\nshow a + 2\n");
    await expect.poll(() => text(page)).toContain("= 3");
    await page.keyboard.press("Control+End");
    // Timers of one page fire in their order, so the second edit comes within the pause on any machine.
    const typed = (first: string, then: string) =>
      page.evaluate(`new Promise((resolve) => {
        const results = document.querySelector("#results");
        const count = results.querySelectorAll(".output").length;
        let lost = 0;
        const observer = new MutationObserver(() => {
          if (results.querySelector(".problem") || results.querySelectorAll(".output").length < count) lost++;
        });
        observer.observe(results, { childList: true, subtree: true });
        document.execCommand("insertText", false, ${JSON.stringify(first)});
        setTimeout(() => {
          resolve(lost);
          observer.disconnect();
          document.execCommand("insertText", false, ${JSON.stringify(then)});
        }, 200);
      })`);
    expect(await typed("show a +", " 3\n")).toBe(0);
    await expect.poll(() => text(page)).toContain("= 4");
    // An unknown name stops its own statement only.
    expect(await typed("let bb = 5\nshow b", "b")).toBe(0);
    await expect.poll(() => text(page)).toContain("bb = 5");
    await page.keyboard.insertText(" +");
    await page.locator("#results .problem.error").first().waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("completes with documentation, explains a word, and formats", async () => {
    const { page, context } = await visit(
      link({ "a.dtp": 'import llama3_8b from "std/models"\nplan p {\n  zer\n}\n' }),
    );
    await page.locator(".cm-line", { hasText: "zer" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Control+Space");
    const first = page.locator(".cm-tooltip-autocomplete li", { hasText: "zero" }).first();
    await first.waitFor();
    await page.locator(".cm-completionInfo").waitFor();
    expect((await page.locator(".cm-completionInfo").innerText()).length).toBeGreaterThan(20);
    // A list takes no key in its first 75 ms.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.keyboard.type("=3");
    await page.keyboard.press("F1");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+s");
    await expect.poll(() => page.locator(".cm-content").innerText()).toContain("zero = 3");
    await page.locator(".cm-line", { hasText: "zero" }).locator("span").first().hover();
    await expect.poll(() => page.locator(".help").innerText()).toContain("zero");
    await context.close();
  });

  test("a control changes what reads it; a link carries the choice and the files", async () => {
    const files = {
      "plan.dtp": 'import gpus from "./node.dtp"\nlet n = 1\ncontrol n in [1, 2, 4]\nshow n * gpus\n',
      "node.dtp": "let gpus = 8\n",
    };
    const { page, context } = await visit(link(files));
    await expect.poll(() => text(page)).toContain("= 8");
    await page.locator("#results .dtp-control").getByText("4", { exact: true }).click();
    await expect.poll(() => text(page)).toContain("= 32");
    await page.locator("#share").click();
    const shared = await page.locator('textarea[aria-label="Link"]').inputValue();
    expect(shared.startsWith(`${site.url}#1=`)).toBe(true);
    expect(page.url()).not.toBe(shared);
    const other = await visit(shared.slice(site.url.length));
    await expect.poll(() => text(other.page)).toContain("= 32");
    expect(await other.page.locator('[role="tab"]').allInnerTexts()).toEqual(
      ["▸ plan.dtp", "node.dtp"].map((name) => name.replace("▸ ", "")),
    );
    // An edit of another file changes the program's results, and a tab that is loaded again keeps it.
    await other.page.getByRole("tab", { name: "node.dtp" }).click();
    await write(other.page, "let gpus = 16\n");
    await expect.poll(() => text(other.page)).toContain("= 64");
    await other.page.reload();
    await expect.poll(() => text(other.page)).toContain("= 64");
    await Promise.all([context.close(), other.context.close()]);
  });

  test("a click on a number explains it with the choices that hold", async () => {
    const { page, context, wrong } = await visit();
    const number = page.getByRole("button", { name: / s$/ }).first();
    await number.waitFor();
    const before = await number.innerText();
    await page.locator("#results .dtp-control").first().getByText("4", { exact: true }).click();
    await expect.poll(() => number.innerText()).not.toBe(before);
    const panel = page.getByRole("region", { name: "explanation of base.step_time" });
    // A redraw closes an open panel.
    await expect
      .poll(async () => {
        if ((await panel.count()) === 0) await number.click({ timeout: 2_000 });
        return panel.innerText({ timeout: 2_000 }).catch(() => "");
      })
      .toContain((await number.innerText()).trim());
    await number.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("an embedded page shows results, and its link carries what was changed", async () => {
    const { page, context } = await visit(`?embed${link({ "a.dtp": "let a = 41\nshow a + 1\n" })}`);
    await expect.poll(() => text(page)).toContain("a + 1 = 42");
    expect(await page.locator("#editor").isVisible()).toBe(false);
    const before = page.url();
    await page.locator("#code").click();
    await write(page, "let a = 6\nshow a * 7\n");
    await expect.poll(() => text(page)).toContain("a * 7 = 42");
    expect(page.url()).toBe(before);
    const edit = (await page.locator("#edit").getAttribute("href")) ?? "";
    const other = await visit(edit.slice(site.url.length));
    await expect.poll(() => other.page.locator(".cm-content").innerText()).toContain("a * 7");
    await Promise.all([context.close(), other.context.close()]);
  });

  test("stops a run, and runs the next program", async () => {
    const base = `import selene from "std/clusters"\nimport gpt3_175b from "std/models"\nplan p {\n  seq_len = 2_048\n  global_batch = 1_536 sequences\n}\nlet base = gpt3_175b on selene with p\n`;
    const endless = `${base}search best = base\n  for cluster.nodes in range(8, 3_000, step = 8)\n  for plan in all\n  minimize step_time keep 1\nshow best\n`;
    const { page, context } = await visit(link({ "a.dtp": endless }));
    const status = page.locator("#status");
    await expect.poll(() => status.innerText(), { timeout: 30_000 }).toContain("Stopped after");
    await page.locator("#run").click();
    await expect.poll(() => status.innerText()).toMatch(/ of /);
    await page.locator("#stop").click();
    // How long that takes is measured by `npm run bench`.
    await expect.poll(() => status.innerText(), { timeout: 30_000 }).toContain("Stopped after");
    await write(page, "show 6 * 7\n");
    await expect.poll(() => text(page)).toContain("42");
    await context.close();
  });

  test("a pasted configuration of Hugging Face and dropped files become imports", async () => {
    const { page, context } = await visit(link({ "a.dtp": "let a = 1\n" }));
    await page.locator(".cm-content").click();
    const config = readFileSync(join(root, "examples/config.json"), "utf8");
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData("text/plain", ${JSON.stringify(config)});
      document.querySelector(".cm-content").dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await page.getByRole("tab", { name: "config.json" }).waitFor();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(["gpus,mfu\\n8,40%\\n"], "my runs.csv"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await page.getByRole("tab", { name: "my-runs.csv" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("show config\nshow my_runs\n");
    await expect.poll(() => text(page)).toMatch(/layers[\s\S]*gpus/);
    expect(await page.locator("#results .problem.error").count()).toBe(0);
    await context.close();
  });

  test("works offline after a visit", async () => {
    const { page, context } = await visit();
    await output(page).first().waitFor();
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await output(page).first().waitFor();
    await page.locator("#examples").click();
    await page.locator("dialog button.card").first().waitFor();
    await context.close();
  });

  test("a gallery opens programs and models, and brings the text before back", async () => {
    const { page, context } = await visit(link({ "mine.dtp": "show 6 * 7\n" }));
    await expect.poll(() => text(page)).toContain("42");
    await page.locator("#examples").click();
    await page.getByLabel("Filter the models").fill("gpt2_xl");
    await page.locator("dialog .models button").first().click();
    await expect.poll(() => text(page)).toContain("gpt2_xl");
    await page.locator("#examples").click();
    await page.getByText("Back to mine.dtp").click();
    await expect.poll(() => text(page)).toContain("42");
    await context.close();
  });
});
