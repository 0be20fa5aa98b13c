// The workbench of `serveWorkbench.mjs` in a page of a browser, ready for a test or a picture.
import { serveWorkbench } from "./serveWorkbench.mjs";

/** ms after which a page hangs */
const HANGS = 60_000;

/**
 * Known error of VS Code's page around a webview: it polls the focus through the body of a document that has none yet while content
 * comes.
 */
const NO_BODY_YET = /\(reading 'classList'\)\s+at \S+\/webview\/browser\/pre\/index\.html/;

/** Opens the workbench. Its folder can be read when it resolves. `errors` are the stacks of all errors thrown in pages but that known one. */
export async function openWorkbench(
  browser,
  { size = { width: 1_400, height: 900 }, scale = 1, ...options },
) {
  const host = await serveWorkbench(options);
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: scale });
  const page = await context.newPage();
  const errors = [];
  const outside = [];
  page.on("pageerror", ({ message, stack = message }) => {
    if (!NO_BODY_YET.test(stack)) errors.push(stack);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !hostname.endsWith("code.localhost")) outside.push(request.url());
  });
  await page.goto(host.url);
  await page.waitForFunction(() => globalThis.dtpHost, undefined, { timeout: HANGS });
  // The folder's files exist from here on. The explorer may have looked before.
  await page.evaluate(() => globalThis.dtpHost.run("memory.ready"));
  await page.evaluate(() => globalThis.dtpHost.run("workbench.files.action.refreshFilesExplorer"));
  return {
    page,
    errors,
    outside,
    run: (command, ...given) =>
      page.evaluate(([name, values]) => void globalThis.dtpHost.run(name, ...values), [command, given]),
    open: (path) => page.evaluate((name) => globalThis.dtpHost.open(name), path),
    // A webview is a page in a frame of a frame, whose address says what made it.
    view: (what) => page.frameLocator(`iframe.webview.ready[src*="${what}"]`).frameLocator("#active-frame"),
    async close() {
      await context.close();
      await host.close();
    },
  };
}
