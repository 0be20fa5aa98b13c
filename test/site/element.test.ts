import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPage } from "../../scripts/web/webBundles.mjs";
import { launchChromium } from "../browser/chromium.ts";
import { STRICT } from "./support/site.ts";
import { type StaticSite, serveFolder } from "./support/staticSite.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-element-"));
let served: StaticSite;
let browser: Browser;

beforeAll(async () => {
  await buildPage(join(import.meta.dirname, "../.."), folder);
  writeFileSync(
    join(folder, "plan.dtp"),
    `import gpt2_xl from "std/models"
import one from "./lib/one.dtp"
plan p { dp = 1, seq_len = 1_024, micro_batch = 1, global_batch = 8 sequences, precision = bf16 }
let base = gpt2_xl on one with p
show base.plan.dp
plot base.memory
`,
  );
  served = await serveFolder(folder, {
    "lib/one.dtp":
      'import selene from "std/clusters"\ncluster one = selene with { nodes = 1, devices_per_node = 1 }\n',
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
  rmSync(folder, { recursive: true });
});

/** Opens a page with elements under a policy, and waits for `runs` results. `away` gets requests to other hosts. */
async function opened(body: string, runs: number, policy = STRICT) {
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>t</title><script type="module" src="element.js"></script><script src="count.js"></script>${body}`;
  writeFileSync(join(folder, "page.html"), html);
  writeFileSync(
    join(folder, "count.js"),
    'window.results=[];addEventListener("dtp-result",(e)=>results.push(e.detail.diagnostics.length))',
  );
  const page = await (await browser.newContext({ viewport: { width: 900, height: 1200 } })).newPage();
  const away: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(served.url))
      away.push(request.url());
  });
  await page.goto(`${served.url}page.html`);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "results")), { timeout: 60_000 })
    .toHaveLength(runs);
  const shown = (at: number) =>
    page
      .locator("dtp-plan")
      .nth(at)
      .evaluate((one) => one.shadowRoot?.textContent ?? "");
  return { page, away, shown };
}

test("runs programs in the page, each in a scope of its own, and asks no other host", async () => {
  const { page, away, shown } = await opened(
    `<dtp-plan code><script type="text/dtp">
      let room = 80 GiB
      show room * 2
    </script></dtp-plan>
    <dtp-plan>show room</dtp-plan>
    <dtp-plan src="plan.dtp" set="plan.global_batch=16 sequences; plan.micro_batch=2"></dtp-plan>`,
    3,
  );
  expect(await shown(0)).toContain("let room = 80 GiB\nshow room * 2\n");
  expect(await shown(0)).toContain("160 GiB");
  expect(await shown(1)).toContain("error[unknown-name]");
  expect(await shown(2)).toContain("base.plan.dp = 1");
  expect(await page.locator("dtp-plan svg").count()).toBe(1);
  const box = await page.locator("dtp-plan svg").first().boundingBox();
  expect(box?.width).toBeGreaterThan(600);
  expect(box?.height).toBeGreaterThan(200);
  expect(away).toEqual([]);
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
  await page.context().close();
});

test("runs again when an attribute changes, and shows a mistake with its frame", async () => {
  const { page, shown } = await opened(
    '<dtp-plan src="plan.dtp"></dtp-plan><dtp-plan>show 1 GiB + 1 s</dtp-plan>',
    2,
  );
  expect(await shown(1)).toContain("error[dimension-mismatch]");
  expect(await shown(1)).toContain("^");
  await page
    .locator("dtp-plan")
    .first()
    .evaluate((one) => one.setAttribute("set", "plan.nothing=1"));
  await expect.poll(() => shown(0), { timeout: 60_000 }).toContain("error[unknown-field]");
  await page.context().close();
});

test("a file that is missing or of another host is said, not asked for", async () => {
  const { page, away, shown } = await opened(
    '<dtp-plan src="none.dtp"></dtp-plan><dtp-plan src="https://example.org/x.dtp"></dtp-plan>',
    0,
    "default-src 'self' https://example.org; worker-src 'self'",
  );
  await expect.poll(() => shown(0)).toContain("none.dtp is not on this host, or not there");
  await expect.poll(() => shown(1)).toContain("x.dtp is not on this host");
  expect(away).toEqual([]);
  await page.context().close();
});

test("a text of a program cannot act in the page", async () => {
  const { page } = await opened(
    `<dtp-plan><script type="text/dtp">show "<img src=x onerror=document.title=1>"</script></dtp-plan>`,
    1,
    "default-src 'self' 'unsafe-inline'; worker-src 'self'",
  );
  expect(await page.title()).toBe("t");
  expect(await page.locator("dtp-plan img").count()).toBe(0);
  await page.context().close();
});
