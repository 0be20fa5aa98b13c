// `node scripts/editors/pictures.mjs FOLDER [WORD ..]`: pictures of the built extension in VS Code for the web, to look at after
// a change. Run `npm run build && npm run build:vscode` first. With words: only pictures whose name has one of them.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromSource, root } from "../fromSource.mjs";
import { openWorkbench } from "../vscode/workbench/openWorkbench.mjs";

const [folder, ...words] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node scripts/editors/pictures.mjs FOLDER [WORD ..]");
  process.exit(2);
}
/** px, of a window */
const SIZE = { width: 1_160, height: 680 };
/** ms after which a page hangs */
const HANGS = 60_000;
/** ms in which what moves comes to rest */
const REST = 800;

const PROGRAM = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"

plan sharded {
  seq_len = 8_192 tokens
  global_batch = 256 sequences
  dp = fill
  zero = 2
  recompute = selective
}

let base = llama3_8b on dgx_h100 with { plan = sharded, cluster.nodes = 4 }
control base.plan.zero in [1, 2, 3]
show base
plot base
expect base.memory.fits
`;
const SETTINGS = {
  "editor.minimap.enabled": false,
  "editor.fontSize": 13,
  "workbench.activityBar.location": "hidden",
  "breadcrumbs.enabled": false,
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
};

/** A notebook with saved outputs, and the text that its first shown cell begins with. */
const NOTEBOOK = { file: "notebooks/01-first-plan.ipynb", from: "## Where the time goes" };

/** Pictures by name: each opens what it shows in a page, and gives it. */
const pictures = {
  "vscode-mistake": () => vscode(PROGRAM.replace("zero = 2", "zeros = 2"), atMistake),
  "vscode-mended": () =>
    vscode(PROGRAM.replace("zero = 2", "zeros = 2"), async (code) => {
      await atMistake(code);
      await code.page.keyboard.press("Enter");
      await code.page.locator(".markers-panel").getByText("No problems").waitFor({ timeout: HANGS });
    }),
  "vscode-preview-light": () => vscode(PROGRAM, preview),
  "vscode-preview-dark": () => vscode(PROGRAM, preview, { "workbench.colorTheme": "Default Dark Modern" }),
  "vscode-notebook": () => vscode(shownPart(NOTEBOOK), notebook, {}, { name: "plan.ipynb", height: 1_180 }),
  "vscode-hover": () => vscode(PROGRAM, hover, { "workbench.colorTheme": "Default Dark Modern" }),
};

const lib = await fromSource('export * from "./test/browser/chromium.ts";');
mkdirSync(folder, { recursive: true });
const browser = await lib.launchChromium();
try {
  for (const [name, make] of Object.entries(pictures)) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const { page, close } = await make();
    await page.waitForTimeout(REST);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    await close();
    console.log(path);
  }
} finally {
  await browser.close();
}

/** VS Code with a program, in which `show` has made what the picture shows. */
async function vscode(text, show, settings = {}, { name = "plan.dtp", height = SIZE.height } = {}) {
  const code = await openWorkbench(browser, {
    files: { [name]: text },
    settings: { ...SETTINGS, ...settings },
    size: { ...SIZE, height },
  });
  await code.open(name);
  await code.run("workbench.action.closeSidebar");
  await show(code);
  return code;
}

async function atMistake(code) {
  await code.run("workbench.actions.view.problems");
  await code.page.locator(".markers-panel").getByText("zeros").first().waitFor({ timeout: HANGS });
  await code.page.locator(".view-line span").getByText("zeros", { exact: true }).click();
  await code.run("editor.action.quickFix");
  await code.page.locator(".action-widget").waitFor({ timeout: HANGS });
}

async function preview(code) {
  await code.run("dtp.showPreview");
  await code
    .view("extensionId=dtplan.dtplan")
    .locator(".js-plotly-plot .main-svg")
    .first()
    .waitFor({ timeout: HANGS });
}

async function hover(code) {
  await code.page.locator(".codelens-decoration").nth(1).waitFor({ timeout: HANGS });
  const word = code.page.locator(".view-line span").getByText("zero", { exact: true }).first();
  await word.hover();
  await code.page.locator(".monaco-hover:visible").first().waitFor({ timeout: HANGS });
}

/** A notebook without the cells above the one that begins with `from`: VS Code draws only outputs in view. */
function shownPart({ file, from }) {
  const notebook = JSON.parse(readFileSync(join(root, file), "utf8"));
  const at = notebook.cells.findIndex(({ source }) => [source].flat().join("").startsWith(from));
  if (at < 0) throw new Error(`${file} has no cell that begins with ${from}`);
  return JSON.stringify({ ...notebook, cells: notebook.cells.slice(at) });
}

async function notebook(code) {
  const figure = code.view("purpose=notebookRenderer").locator(".js-plotly-plot .main-svg").first();
  await figure.waitFor({ timeout: HANGS });
}
