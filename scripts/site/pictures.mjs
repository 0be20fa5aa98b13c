// Pictures of the built site to look at: `node scripts/site/pictures.mjs FOLDER [WORD]`, after `npm run site`. A page of each kind, the
// playground and the lab, at 1400, 800 and 400 px, light and dark; with a word, only pages whose name has it. Says which page is wider than
// its window.
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../fromSource.mjs";

const [folder, word = ""] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node scripts/site/pictures.mjs FOLDER [WORD]");
  process.exit(2);
}
const site = join(root, "build/site");
const base = /<link rel="icon"[^>]*href="([^"]*)logo\.svg"/.exec(
  readFileSync(join(site, "index.html"), "utf8"),
)[1];

const PAGES = {
  home: "index.html",
  howto: "docs/how-to/fit.html",
  field: "docs/library/fields/plan/micro_batch.html",
  device: "docs/library/devices/h100_sxm.html",
  formulas: "docs/reference/formulas/links.html",
  notebook: "notebooks/01-first-plan.html",
  scoreboard: "docs/validation.html",
  search: "docs/index.html",
  play: "play/index.html",
  lab: "lab/lab/index.html",
  lesson: "lab/open.html#course/02-throughput-ceiling.ipynb",
};
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

mkdirSync(folder, { recursive: true });
const server = createServer((request, response) => {
  const path = decodeURIComponent((request.url ?? "").split("?")[0]);
  const name = path.startsWith(base) ? normalize(path.slice(base.length)) : "..";
  try {
    if (name.startsWith("..")) throw new Error("outside");
    const content = readFileSync(join(site, name.endsWith("/") ? join(name, "index.html") : name));
    response
      .writeHead(200, { "content-type": `${TYPES[extname(name)] ?? "text/plain"}; charset=utf-8` })
      .end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "localhost", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, path] of Object.entries(PAGES).filter(([one]) => one.includes(word)))
  for (const width of [1400, 800, 400])
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(`http://localhost:${server.address().port}${base}${path}`);
      await act(name, page, colorScheme);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) console.log(`${name} at ${width} px is ${over} px too wide`);
      await context.close();
    }
await browser.close();
server.close();

/** Steps of a reader before the picture. */
async function act(name, page, scheme) {
  if (name === "howto") {
    await page.locator(".dtp-program button").first().click();
    await page.locator(".dtp-result").first().locator("*").first().waitFor();
    await page.locator(".dtp-program").first().scrollIntoViewIfNeeded();
  }
  if (name === "scoreboard") await page.locator(".dtp-figure .plot-container").waitFor();
  if (name === "search") {
    await page.locator("#local-search button").click();
    await page.locator("#localsearch-input").fill("micro_batch");
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
  }
  if (name === "play") await page.locator("#results .dtp, #results svg").first().waitFor();
  if (name === "lab" || name === "lesson") {
    const shown = name === "lab" ? ".jp-LauncherCard, .jp-NotebookPanel" : ".jp-OutputArea-output";
    await page.locator(shown).first().waitFor();
    await page.locator("#jupyterlab-splash").waitFor({ state: "detached" });
    if (scheme === "dark") {
      await page.getByRole("menuitem", { name: "Settings", exact: true }).click();
      await page.locator(".lm-Menu-itemLabel", { hasText: /^Theme/ }).click();
      await page.locator(".lm-Menu-itemLabel", { hasText: /^JupyterLab Dark$/ }).click();
      await page.locator('body[data-jp-theme-light="false"]').waitFor({ state: "attached" });
    }
  }
}
