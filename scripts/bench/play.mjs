// The playground in a fresh Chromium: when its first result is there, and a changed text's. `npm run build:play` makes the page.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript" };

/** Visits of fresh browsers, of which the median counts. */
const VISITS = 5;

/** Results as rows [name, value, unit, goal]. */
export async function benchPlay(root) {
  const made = spawnSync(process.execPath, [join(root, "scripts/play/build.mjs")], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("`npm run build:play` failed");
  const folder = join(root, "build/play");
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").split("?")[0]).slice(1) || "index.html";
    try {
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const visits = [];
  for (let i = 0; i < VISITS; i++) visits.push(await visit(`http://127.0.0.1:${server.address().port}/`));
  server.close();
  const median = (key) => visits.map((one) => one[key]).sort((a, b) => a - b)[(VISITS - 1) / 2];
  const scripts = readdirSync(folder).find((name) => /^[0-9a-f]{12}$/.test(name));
  const files = ["index.html", join(scripts, "play.js"), join(scripts, "play.css")];
  const sent = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  return [
    ["playground: first result, cold", median("first"), "ms", "goal: at most 1,500 ms"],
    ["playground: result of a changed text", median("next"), "ms", "goal: at most 200 ms"],
    ["playground: a search of minutes stopped", median("stopped"), "ms", "goal: at most 2,500 ms"],
    ["playground's page, compressed", sent / 1e3, "kB", "goal: below 150 kB"],
  ];
}

/** Search that would go on for minutes. */
const ENDLESS = `import dgx_h100 from "std/clusters"
import llama3_70b from "std/models"
plan p { dp = fill, tp = 8, seq_len = 8_192, micro_batch = 1, global_batch = 2_048 sequences }
let base = llama3_70b on (dgx_h100 with { nodes = 128 }) with p
search best = base
  for cluster.nodes in range(8, 3_000, step = 8)
  for plan in all
  minimize step_time keep 1
show best
`;

/**
 * Times of one visit: from opening the page to its first output, from a key to the changed output, from a click on Stop to the
 * end of a long search.
 */
async function visit(address) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      globalThis.outputAt = (text) =>
        new Promise((resolve) => {
          const look = () => {
            const found = [...document.querySelectorAll("#results .output")];
            if (found.some((one) => one.textContent.includes(text))) resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        });
    });
    await page.goto(address, { waitUntil: "commit" });
    const first = await page.evaluate(() => globalThis.outputAt(""));
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\nshow 12 + 3");
    await page.evaluate(() => globalThis.outputAt("= 15"));
    await page.evaluate(() => {
      const press = () => {
        globalThis.pressedAt = performance.now();
      };
      addEventListener("keydown", press, { capture: true, once: true });
    });
    await page.keyboard.press("4");
    const next = await page.evaluate(async () => (await globalThis.outputAt("= 46")) - globalThis.pressedAt);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(ENDLESS);
    const status = (pattern) =>
      page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector("#status").innerText),
        pattern,
      );
    // The page stops a run that follows the typing by itself; one that the reader starts goes on.
    await status("Stopped after");
    await page.locator("#run").click();
    await status(" of ");
    const begun = performance.now();
    await page.locator("#stop").click();
    await status("Stopped after");
    return { first, next, stopped: performance.now() - begun };
  } finally {
    await browser.close();
  }
}
