// `node scripts/lab/pictures.mjs FOLDER [WORD ..]`: pictures of committed notebooks with their saved outputs, in
// JupyterLab's light and dark theme and as pages of nbconvert, to look at after a change of outputs. Writes
// FOLDER/NOTEBOOK-light-01.jpg and so on, each one screen of the notebook. With words: only notebooks whose path has
// one of them; `light`, `dark` and `page` choose the kinds.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromSource } from "../fromSource.mjs";
import { buildAll, installKernel, makeEnvironment, python, root, run } from "../jupyter/environment.mjs";

/** px, of one picture */
const SIZE = { width: 1_180, height: 2_400 };
/** ms after which a page hangs */
const HANGS = 300_000;
/** ms without a change after which a page is drawn */
const QUIET = 300;
const KINDS = ["light", "dark", "page"];

const [folder, ...words] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node scripts/lab/pictures.mjs FOLDER [light] [dark] [page] [--no-build] [WORD ..]");
  process.exit(2);
}
const kinds = KINDS.filter((kind) => words.includes(kind));
const names = words.filter((word) => !KINDS.includes(word) && word !== "--no-build");
const wanted = kinds.length > 0 ? kinds : KINDS;
const notebooks = readdirSync(join(root, "notebooks"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ipynb") && !path.includes(".ipynb_checkpoints"))
  .filter((path) => names.length === 0 || names.some((name) => path.includes(name)))
  .sort();

const ready =
  makeEnvironment() && (words.includes("--no-build") || (buildAll({ extension: true }) && installKernel()));
if (!ready) process.exit(1);
mkdirSync(folder, { recursive: true });
const lib = await fromSource(
  'export * from "./test/browser/chromium.ts"; export * from "./test/browser/jupyterServer.ts";',
);
const browser = await lib.launchChromium();
try {
  const themes = wanted.filter((kind) => kind !== "page");
  if (themes.length > 0) await photographLab(themes);
  if (wanted.includes("page")) await photographPages();
} finally {
  await browser.close();
}

function flat(path) {
  return path.replaceAll("/", "-").replace(/\.ipynb$/, "");
}

function pictureOf(path, kind, at) {
  return join(folder, `${flat(path)}-${kind}-${String(at + 1).padStart(2, "0")}.jpg`);
}

/** Every notebook in JupyterLab with these themes, screen by screen. */
async function photographLab(themes) {
  const texts = notebooks.map((path) => [
    `${flat(path)}.ipynb`,
    readFileSync(join(root, "notebooks", path), "utf8"),
  ]);
  const server = await lib.startJupyter(Object.fromEntries(texts));
  try {
    // The page then follows what the browser says the user prefers.
    await fetch(server.url("/lab/api/settings/@jupyterlab/apputils-extension:themes"), {
      method: "PUT",
      body: JSON.stringify({ raw: JSON.stringify({ "adaptive-theme": true }) }),
    });
    const context = await browser.newContext({ viewport: { ...SIZE, width: SIZE.width + 60 } });
    for (const path of notebooks) {
      const page = await context.newPage();
      const workspace = flat(path).replace(/\W/g, "");
      await page.emulateMedia({ colorScheme: themes[0] });
      await page.goto(server.url(`/doc/workspaces/${workspace}/tree/${flat(path)}.ipynb`), {
        waitUntil: "domcontentloaded",
      });
      const { cells } = JSON.parse(readFileSync(join(root, "notebooks", path), "utf8"));
      await page
        .locator(`.jp-Cell >> nth=${cells.length - 1}`)
        .waitFor({ state: "attached", timeout: HANGS });
      const shown = page.locator(".jp-NotebookPanel-notebook");
      const scrolled = shown.locator(".jp-WindowedPanel-outer");
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page
          .locator(`body[data-jp-theme-light="${theme === "light"}"]`)
          .waitFor({ state: "attached", timeout: HANGS });
        await scrolled.evaluate((element) => element.scrollTo(0, 0));
        await screens(
          page,
          (picture) => shown.screenshot({ path: pictureOf(path, theme, picture), type: "jpeg" }),
          () => scrolled.evaluate(scrollOn),
        );
        console.log(`${theme}  ${path}`);
      }
      await page.close();
      // A notebook that is opened starts its kernel, which nothing here needs.
      for (const { id } of await server.sessions())
        await fetch(server.url(`/api/sessions/${id}`), { method: "DELETE" });
    }
    await context.close();
  } finally {
    await server.stop();
  }
}

/** Every notebook as a page of nbconvert, screen by screen. */
async function photographPages() {
  const pages = mkdtempSync(join(tmpdir(), "dtp-pages-"));
  try {
    const copies = notebooks.map((path) => join(pages, `${flat(path)}.ipynb`));
    for (const [at, path] of notebooks.entries()) copyFileSync(join(root, "notebooks", path), copies[at]);
    if (!run(python, ["-m", "nbconvert", "--log-level=ERROR", "--to", "html", ...copies]))
      throw new Error("nbconvert failed");
    const context = await browser.newContext({ viewport: SIZE, offline: true });
    for (const path of notebooks) {
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(pages, `${flat(path)}.html`)).href, {
        waitUntil: "domcontentloaded",
      });
      await screens(
        page,
        (picture) => page.screenshot({ path: pictureOf(path, "page", picture), type: "jpeg" }),
        () => page.locator("html").evaluate(scrollOn),
      );
      console.log(`page   ${path}`);
      await page.close();
    }
    await context.close();
  } finally {
    rmSync(pages, { recursive: true, force: true });
  }
}

/** Takes a picture of each screen of a page, until it cannot be scrolled on. */
async function screens(page, take, scroll) {
  for (let at = 0, more = true; more; at++) {
    await settled(page);
    await take(at);
    more = await scroll();
  }
}

/** Scrolls an element by its height; false at its end. Runs in the page. */
function scrollOn(element) {
  const before = element.scrollTop;
  element.scrollTop += element.clientHeight;
  return element.scrollTop > before;
}

/** Until nothing of the page has changed for a while. */
async function settled(page) {
  await page.evaluate(
    (quiet) =>
      new Promise((done) => {
        let timer = setTimeout(finish, quiet);
        const watch = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(finish, quiet);
        });
        const last = setTimeout(finish, 10 * quiet);
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
        function finish() {
          clearTimeout(timer);
          clearTimeout(last);
          watch.disconnect();
          done();
        }
      }),
    QUIET,
  );
}
