import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pictures = join(root, ".artefacts");

const NODE = `import dgx_h100 from "std/clusters"
let pod = dgx_h100 with { nodes = 16 }
`;
const PLAN = `import llama3_70b from "std/models"
import h100_sxm from "std/devices"
import pod from "./lib/node.dtp"
import rows from "./rows.csv"
plan p {
  tp = 8
  pp = 4
  dp = fill
  zero = 1
  sequence_parallel = true
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 256 sequences
}
let base = llama3_70b on pod with p
## <img src=x onerror="globalThis.ran = true"></script><script>globalThis.ran = true</script>
control base.plan.tp in [1, 2, 4, 8]
control base.cluster.scale_out.nic in 50 Gb/s .. 1_600 Gb/s
control p.pp in [4, 3]
let most = 10
control most in [10, 90_000]
show base.step_time, base.plan.tp, base.cluster.scale_out.nic
plot base.memory
explain base.step_time
sweep long = base for plan.micro_batch in [1, 2, 4, 8] for cluster.nodes in range(8, 8 * most, step = 8)
show long { cluster.nodes }, most
sweep s = base for cluster.nodes in range(8, 8_000, step = 8)
show s { cluster.nodes, step_time }
`;

/** A page of `dtp run --html --live`, as a person opens it: a file, no network. */
describe("a live page", () => {
  const folder = mkdtempSync(join(tmpdir(), "dtp-live-"));
  const file = join(folder, "plan.html");
  const complaints: string[] = [];
  const requests: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    mkdirSync(join(folder, "lib"));
    writeFileSync(join(folder, "lib/node.dtp"), NODE);
    writeFileSync(join(folder, "rows.csv"), "a,b\n1,2\n");
    writeFileSync(join(folder, "plan.dtp"), PLAN);
    execFileSync(process.execPath, [join(root, "dist/dtp.js"), "run", "plan.dtp", "--html", file, "--live"], {
      cwd: folder,
      stdio: "ignore",
    });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1_400, height: 900 }, offline: true });
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url());
    });
    await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
    await page.waitForFunction("document.querySelector('.js-plotly-plot .point')");
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tp = (value: string) =>
    page.getByRole("radiogroup", { name: "base.plan.tp" }).getByRole("radio", { name: value, exact: true });
  const value = (name: string): Promise<string> =>
    page.locator("tr", { hasText: name }).first().locator("td").last().innerText();

  test("shows its controls above the results, light and dark, wide and narrow", async () => {
    expect(await page.locator(".dtp-control").count()).toBe(4);
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [400, 1_400]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth"))
          .toBeLessThanOrEqual(width);
        await page.screenshot({ path: join(pictures, `live-${width}-${colorScheme}.png`) });
      }
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("a choice changes numbers and figures in place, as the command line says", async () => {
    const fold = page.locator("details").first();
    await fold.locator("summary").first().click();
    const shut = await fold.evaluate((details) => Reflect.get(details, "open"));
    const bars = () =>
      page.$$eval(".js-plotly-plot .point path", (all) => all.map((one) => one.getAttribute("d")));
    const before = await bars();
    await tp("4").check();
    await expect.poll(() => value("base.plan.tp")).toBe("4");
    await expect.poll(bars).not.toEqual(before);
    const told = execFileSync(
      process.execPath,
      [join(root, "dist/dtp.js"), "run", "plan.dtp", "--set", "base.plan.tp=4"],
      { cwd: folder, encoding: "utf8" },
    );
    expect(told.replace(/\s+/g, " ")).toContain(`base.step_time ${await value("base.step_time")}`);
    // What a reader folded stays.
    expect(await fold.evaluate((details) => Reflect.get(details, "open"))).toBe(shut);
    await page.getByRole("slider", { name: "base.cluster.scale_out.nic" }).focus();
    await page.keyboard.press("End");
    await expect.poll(() => value("base.cluster.scale_out.nic")).toBe("1,600 Gb/s");
    expect(await page.evaluate("document.activeElement.type")).toBe("range");
  });

  test("a number explains itself with a click, with what was chosen", async () => {
    const number = page.getByRole("button", { name: await value("base.step_time") });
    await number.click();
    const panel = page.getByRole("region", { name: "explanation of base.step_time" });
    await expect.poll(() => panel.innerText()).toMatch(/step[\s\S]*=[\s\S]*1,600 Gb\/s|step[\s\S]*= /);
    await page.screenshot({ path: join(pictures, "live-explained.png") });
    await page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
  });

  test("a row of a sweep explains its own scenario, and a table is one stop of the Tab key", async () => {
    const table = page.getByRole("table").filter({ hasText: "more rows" }).last();
    const answers = page.locator(".dtp-answers", { has: page.getByText("more rows") }).last();
    const numbers = table.locator(".dtp-why");
    expect(await numbers.count()).toBeGreaterThan(3);
    expect(await table.locator('.dtp-why[tabindex="0"]').count()).toBe(1);
    await numbers.first().focus();
    await page.keyboard.press("ArrowDown");
    const title: string = await page.evaluate("document.activeElement.title");
    expect(title).toMatch(/^explain \(base with \{ cluster\.nodes = \d+ \}\)\.step_time$/);
    const asked = title.slice("explain ".length);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: `explanation of ${asked}` });
    const shown = (await numbers.nth(1).innerText()).trim();
    await expect.poll(() => panel.innerText(), { timeout: 20_000 }).toContain(`step time = ${shown} s`);
    // The panel is no row of the table: it is neither filtered, nor counted, nor copied.
    await answers.getByRole("searchbox").fill("no such row");
    expect(await panel.isVisible()).toBe(false);
    await answers.getByRole("searchbox").fill("");
    await page.screenshot({ path: join(pictures, "live-explained-row.png") });
    await numbers.nth(1).focus();
    await page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
    expect(await page.evaluate("document.activeElement.title")).toBe(`explain ${asked}`);
  });

  test("a choice without an answer goes back, with the reason", async () => {
    const pp = page.getByRole("radiogroup", { name: "p.pp" });
    // Not `check`, which fails where the page goes back before it has looked.
    await pp.getByRole("radio", { name: "3" }).click();
    await expect
      .poll(() => page.getByRole("alert").allInnerTexts())
      .toContainEqual(expect.stringMatching(/\w+/));
    expect(await pp.getByRole("radio", { name: "4" }).isChecked()).toBe(true);
  });

  test("follows a drag at once", async () => {
    const times: number[] = [];
    for (const choice of ["8", "2", "4", "8", "2", "4", "8"]) {
      await page.evaluate(`void (globalThis.followed = new Promise((resolve) => {
        let begun = 0;
        document.addEventListener("change", () => { begun = performance.now(); }, { capture: true, once: true });
        document.addEventListener("dtp-redraw", () => resolve(performance.now() - begun), { once: true });
      }))`);
      await tp(choice).check();
      times.push(await page.evaluate("followed"));
    }
    // The time is told and not held: a machine that does other things is slower by far.
    const median = [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.POSITIVE_INFINITY;
    console.log(`a plan, a figure and a sweep of 1,000: ${Math.round(median)} ms`);
  });

  test("a newer choice ends a run that takes long", async () => {
    const rows = page.getByRole("radiogroup", { name: "most" });
    await rows.getByRole("radio", { name: "90,000" }).check();
    await page.waitForTimeout(3_000);
    await rows.getByRole("radio", { name: "10", exact: true }).check();
    await tp("2").check();
    await expect.poll(() => value("base.plan.tp")).toBe("2");
    expect((await page.getByRole("alert").allInnerTexts()).join("")).toBe("");
  });

  test("runs nothing that a program says, is quiet and asks nobody for anything", async () => {
    expect(await page.evaluate("globalThis.ran")).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });
});
